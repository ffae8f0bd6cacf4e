// Written by scripts/build-wasm from engine.json of tischlein.games.planken. Do not change it by hand.

import type { GameInfo } from "../game.ts";
import type { Place } from "../module.ts";

export interface DEEPENING {
  depth: number;
  index: number;
  running: number;
  done: number;
}

export interface ENTRY {
  key: bigint;
  won: number;
  failed: number;
}

export interface FRAME {
  key: bigint;
  attacking: number;
  moves_left: number;
  tried: number;
}

export interface NODE {
  total: number;
  visits: number;
  first: number;
  children: number;
  code: number;
  seat: number;
  pruned: number;
  solved: number;
  solved_depth: number;
}

export interface POSITION {
  nails: number[];
  fields: number[];
  row: number;
  left: number;
  right: number;
  stock: Int8Array;
  seats: number;
  turn: number;
  swapped: number;
  ending: number;
  loser: number;
  winner: number;
  any_line: number;
  turning: number;
  stuck_loses: number;
  staying: number;
  choice_ply: number;
  ply: number;
  last: number;
  mover: number;
  run: number;
  history: Int16Array;
}

export interface PROOF {
  attackers: number;
  plies: number;
  ply: number;
  result: number;
  nodes: number;
}

export interface SEARCH_PARAMETERS {
  max_depth: number;
  lookahead_probability: number;
  proof_nodes: number;
  rollouts: number;
  exploration: number;
  mcts_solver: number;
}

export interface Records {
  DEEPENING: DEEPENING;
  ENTRY: ENTRY;
  FRAME: FRAME;
  NODE: NODE;
  POSITION: POSITION;
  PROOF: PROOF;
  SEARCH_PARAMETERS: SEARCH_PARAMETERS;
}

export interface Functions {
  "engine.heuristic.score_moves"(a: Place<"POSITION">, b: Place<"POSITION">, c: Place<"int32">, d: Place<"float64">, e: number | bigint, f: Place<"uint64">): void;
  "engine.search.is_settled"(a: Place<"SEARCH_PARAMETERS">, b: Place<"DEEPENING">, c: Place<"POSITION">, d: Place<"int32">, e: Place<"int64">, f: Place<"int64">, g: Place<"PROOF">, h: Place<"POSITION">, i: Place<"FRAME">, j: Place<"int32">, k: Place<"ENTRY">, l: Place<"int64">, m: Place<"uint64">, n: Place<"NODE">, o: Place<"int64">, p: Place<"int64">, q: Place<"POSITION">, r: Place<"int32">, s: Place<"uint64">): boolean;
  "engine.search.run_simulations"(a: Place<"SEARCH_PARAMETERS">, b: Place<"DEEPENING">, c: Place<"POSITION">, d: Place<"int32">, e: Place<"int64">, f: Place<"int64">, g: Place<"PROOF">, h: Place<"POSITION">, i: Place<"FRAME">, j: Place<"int32">, k: Place<"ENTRY">, l: Place<"int64">, m: Place<"uint64">, n: Place<"NODE">, o: Place<"int64">, p: Place<"int64">, q: Place<"POSITION">, r: Place<"int32">, s: Place<"uint64">, t: number | bigint): void;
  "engine.search.team_of"(a: number | bigint, b: number | bigint): number;
  "engine.solver.begin_proof"(a: Place<"PROOF">, b: number | bigint, c: number | bigint): void;
  "engine.solver.run_proof"(a: Place<"PROOF">, b: Place<"POSITION">, c: Place<"FRAME">, d: Place<"int32">, e: Place<"ENTRY">, f: Place<"int64">, g: Place<"uint64">, h: number | bigint): void;
  "engine.symmetry.plain_key"(a: Place<"POSITION">, b: number | bigint): bigint;
  "engine.threats.count_places"(a: Place<"POSITION">, b: number | bigint, c: number | bigint, d: number | bigint): number;
  "engine.threats.finishing_cells"(a: Place<"POSITION">, b: number | bigint): [number, number, number];
  "engine.tree.expand_root"(a: Place<"POSITION">, b: Place<"NODE">, c: Place<"int64">, d: Place<"int64">, e: Place<"POSITION">, f: Place<"int32">): void;
  "kernel._perft"(a: Place<"POSITION">, b: number | bigint, c: Place<"int32">): number;
  "kernel._playout"(a: Place<"POSITION">, b: Place<"int32">, c: Place<"uint64">): number;
  "kernel._playouts"(a: Place<"POSITION">, b: Place<"POSITION">, c: Place<"int32">, d: number | bigint, e: Place<"uint64">): number;
  "rules.colour_at"(a: Place<"POSITION">, b: number | bigint, c: number | bigint): number;
  "rules.fault"(a: Place<"POSITION">, b: number | bigint): number;
  "rules.find_lines"(a: Place<"POSITION">, b: number | bigint, c: number | bigint, d: Place<"int64">): number;
  "rules.height_of"(a: Place<"POSITION">, b: number | bigint, c: number | bigint): number;
  "rules.in_hand"(a: Place<"POSITION">, b: number | bigint, c: number | bigint): number;
  "rules.is_choice"(a: Place<"POSITION">): boolean;
  "rules.is_setting"(a: Place<"POSITION">, b: number | bigint): boolean;
  "rules.kind"(a: Place<"POSITION">, b: number | bigint): number;
  "rules.moves"(a: Place<"POSITION">, b: Place<"int32">): number;
  "rules.occurrences"(a: Place<"POSITION">): number;
  "rules.parts"(a: number | bigint): [number, number, number, number];
  "rules.push"(a: Place<"POSITION">, b: number | bigint): void;
  "rules.result"(a: Place<"POSITION">, b: number | bigint): number;
  "rules.seat_of"(a: Place<"POSITION">, b: number | bigint): number;
}

export const SOURCES = "16b905bf55b8b1a8";

/** By function: the types of its arguments and of its results. */
export const FUNCTIONS: Record<string, [string[], string[]]> = {"engine.heuristic.score_moves":[["POSITION[1]","POSITION[1]","int32[1]","float64[1]","int64","uint64[1]"],[]],"engine.search.is_settled":[["SEARCH_PARAMETERS[1]","DEEPENING[1]","POSITION[1]","int32[1]","int64[1]","int64[1]","PROOF[1]","POSITION[1]","FRAME[1]","int32[2]","ENTRY[1]","int64[2]","uint64[1]","NODE[1]","int64[1]","int64[1]","POSITION[1]","int32[1]","uint64[1]"],["bool"]],"engine.search.run_simulations":[["SEARCH_PARAMETERS[1]","DEEPENING[1]","POSITION[1]","int32[1]","int64[1]","int64[1]","PROOF[1]","POSITION[1]","FRAME[1]","int32[2]","ENTRY[1]","int64[2]","uint64[1]","NODE[1]","int64[1]","int64[1]","POSITION[1]","int32[1]","uint64[1]","int64"],[]],"engine.search.team_of":[["int64","int64"],["int64"]],"engine.solver.begin_proof":[["PROOF","int64","int64"],[]],"engine.solver.run_proof":[["PROOF[1]","POSITION[1]","FRAME[1]","int32[2]","ENTRY[1]","int64[2]","uint64[1]","int64"],[]],"engine.symmetry.plain_key":[["POSITION","int64"],["uint64"]],"engine.threats.count_places":[["POSITION","int64","int64","int64"],["int64"]],"engine.threats.finishing_cells":[["POSITION","int64"],["int64","int64","int64"]],"engine.tree.expand_root":[["POSITION[1]","NODE[1]","int64[1]","int64[1]","POSITION[1]","int32[1]"],[]],"kernel._perft":[["POSITION[1]","int64","int32[2]"],["int64"]],"kernel._playout":[["POSITION","int32[1]","uint64[1]"],["int64"]],"kernel._playouts":[["POSITION","POSITION[1]","int32[1]","int64","uint64[1]"],["int64"]],"rules.colour_at":[["POSITION","int64","int64"],["int64"]],"rules.fault":[["POSITION","int64"],["int64"]],"rules.find_lines":[["POSITION","int64","int64","int64[2]"],["int64"]],"rules.height_of":[["POSITION","int64","int64"],["int64"]],"rules.in_hand":[["POSITION","int64","int64"],["int64"]],"rules.is_choice":[["POSITION"],["bool"]],"rules.is_setting":[["POSITION","int64"],["bool"]],"rules.kind":[["POSITION","int64"],["int64"]],"rules.moves":[["POSITION","int32[1]"],["int64"]],"rules.occurrences":[["POSITION"],["int64"]],"rules.parts":[["int64"],["int64","int64","int64","int64"]],"rules.push":[["POSITION","int64"],[]],"rules.result":[["POSITION","int64"],["int64"]],"rules.seat_of":[["POSITION","int64"],["int64"]]};

/** By record: its size, and of each field the type, the place and the shape. */
export const RECORDS: Record<string, [number, Record<string, [string, number, number[]]>]> = {"DEEPENING":[32,{"depth":["int64",0,[]],"index":["int64",8,[]],"running":["int64",16,[]],"done":["int64",24,[]]}],"ENTRY":[16,{"key":["uint64",0,[]],"won":["int32",8,[]],"failed":["int32",12,[]]}],"FRAME":[32,{"key":["uint64",0,[]],"attacking":["int64",8,[]],"moves_left":["int64",16,[]],"tried":["int64",24,[]]}],"NODE":[32,{"total":["float64",0,[]],"visits":["int64",8,[]],"first":["int32",16,[]],"children":["int32",20,[]],"code":["int32",24,[]],"seat":["int8",28,[]],"pruned":["int8",29,[]],"solved":["int8",30,[]],"solved_depth":["int8",31,[]]}],"POSITION":[2384,{"nails":["int64",0,[4,3]],"fields":["int64",96,[3,3]],"row":["int64",168,[]],"left":["int64",176,[]],"right":["int64",184,[]],"stock":["int8",192,[4,6]],"seats":["int64",216,[]],"turn":["int64",224,[]],"swapped":["int64",232,[]],"ending":["int64",240,[]],"loser":["int64",248,[]],"winner":["int64",256,[]],"any_line":["int64",264,[]],"turning":["int64",272,[]],"stuck_loses":["int64",280,[]],"staying":["int64",288,[]],"choice_ply":["int64",296,[]],"ply":["int64",304,[]],"last":["int64",312,[]],"mover":["int64",320,[]],"run":["int64",328,[]],"history":["int16",336,[1024]]}],"PROOF":[40,{"attackers":["int64",0,[]],"plies":["int64",8,[]],"ply":["int64",16,[]],"result":["int64",24,[]],"nodes":["int64",32,[]]}],"SEARCH_PARAMETERS":[48,{"max_depth":["int64",0,[]],"lookahead_probability":["float64",8,[]],"proof_nodes":["int64",16,[]],"rollouts":["int64",24,[]],"exploration":["float64",32,[]],"mcts_solver":["int64",40,[]]}]};

export const INFO: GameInfo = {
  "id": "planken",
  "rules_version": 1,
  "secret": false,
  "variants": {"standard":{"seats":[2,3],"options":{"line":["neighbouring","any"],"deal":["balanced","random"],"turning":["yes","no"],"stuck":["skipped","loses"],"edge":["none","swap"],"staying":["no","yes"]},"each":{}},"teams":{"seats":[4],"options":{"line":["neighbouring","any"],"deal":["balanced","random"],"turning":["yes","no"],"stuck":["skipped","loses"],"edge":["none","swap"],"staying":["no","yes"]},"each":{}}},
  "levels": [{"name":"level1","seconds":1,"simulations":1,"settings":{"rollouts":0,"proof_nodes":2,"proof_depth":1,"candidates":3},"book":false,"thrifty":false},{"name":"level2","seconds":1,"simulations":1,"settings":{"rollouts":0,"proof_nodes":1000,"proof_depth":1,"candidates":3},"book":false,"thrifty":false},{"name":"level3","seconds":1,"simulations":1,"settings":{"rollouts":0,"proof_nodes":50000,"proof_depth":2,"candidates":6,"lookahead_probability":0.5},"book":false,"thrifty":false},{"name":"level4","seconds":1,"simulations":1,"settings":{"rollouts":0,"proof_nodes":50000,"proof_depth":2,"candidates":12},"book":false,"thrifty":false},{"name":"level5","seconds":1,"simulations":1,"settings":{"rollouts":0,"proof_nodes":200000,"proof_depth":3},"book":false,"thrifty":false},{"name":"level6","seconds":2,"simulations":200,"settings":{"proof_depth":4,"mcts_solver":0},"book":false,"thrifty":false},{"name":"level7","seconds":4,"simulations":2000,"settings":{"proof_depth":5,"mcts_solver":0},"book":false,"thrifty":false},{"name":"level8","seconds":8,"simulations":6000,"settings":{"proof_depth":6,"mcts_solver":0},"book":false,"thrifty":false},{"name":"level9","seconds":8,"simulations":20000,"settings":{"proof_depth":7,"mcts_solver":0},"book":false,"thrifty":false},{"name":"level10","seconds":10,"simulations":200000,"settings":{},"book":false,"thrifty":true}],
};

/** What browser.py of the game adds. */
export const GAME = {
  "colours": ["red","green","blue"],
  "letters": "RGB",
  "shapes": ["round","square","triangle","cross"],
  "orders": ["RGB","BGR","RBG","GBR","GRB","BRG"],
  "planks": ["RGB","RGB","BGR","BGR","RBG","RBG","GBR","GBR","GRB","GRB","BRG","BRG"],
  "columns": "bcdefghijklmnopqrstuvwx",
  "first_column": 11,
  "colour_of": [[0,1,2],[2,1,0],[0,2,1],[1,2,0],[1,0,2],[2,0,1]],
  "faults": ["","R12-over","R14-choose","R14-nothing","R3-end","R4-turned","R5-stock","R7-early","R7-late","R3-nothing","R7-own","R7-same","R7-last","R7-stay","R6-spent","R6-taken"],
  "endings": [null,"line","blocked","repeated","stuck"],
  "codes": {"set":0,"lay":69,"move":483,"lay_move":2070,"keep":11592},
  "numbers": {"room":1024,"buffer":144,"actions":11595,"most_lines":204,"most_nodes":2097152,"table_bits":21,"max_plies":60,"unproven":127,"unsolved":1000,"tree_depth":48,"remembered":20},
  "node_limits": [2000,1000000],
  "settings": {"proof_depth":60,"lookahead_probability":1.0,"candidates":144,"rollouts":1,"exploration":0.7},
  "settings_by_seats": {"2":{"proof_nodes":300,"mcts_solver":0},"3":{"proof_nodes":60,"mcts_solver":1},"4":{"proof_nodes":60,"mcts_solver":0}},
  "parameters": ["max_depth","lookahead_probability","proof_nodes","rollouts","exploration","mcts_solver"],
};
