// Written by scripts/build-wasm from engine.json of tischlein.puzzles. Do not change it by hand.

import type { Place } from "../module.ts";

export interface COSTS {
  closed_to_all: number;
  closed_to_three: number;
  closed_to_two: number;
  closed_to_one: number;
  lonely: number;
  outline: number;
  corners: number;
  few_now: number;
  few_ever: number;
  chance: number;
}

export interface MENDING {
  dice: BigUint64Array;
  board: number[];
  found: number[];
  count: number;
  loose: number;
  shapes: number[];
  at: number[];
  colour: number[];
  used: number[];
  least: number[];
  usable: number[];
  usable_count: number;
  fits: number[];
  clashes: number;
  rashness: number;
  widest: number;
  narrow: number;
  seen: number[];
  lifted: number[];
  was: number[];
  chosen: number[];
  cells: number[];
  next: number[];
  cell: number[];
  open: number[];
  cost: number[];
  costs: number[];
}

export interface TILING {
  columns: number;
  rows: number;
  left: number[];
  given: number[];
  divisor: number;
  least: number;
  dice: BigUint64Array;
  starts: number;
  limit: number;
  pushes: number;
  incomplete: number;
  cells: number[];
  edges: number[];
  first: number[];
  bias: number[];
  crowding: number;
  pushing: number;
  board: number[];
  marks: number[];
  stack: number[];
  used: number[];
  choices: number[];
  keys: number[];
  count: number[];
  at: number[];
  shapes: number[];
  allowed: number[];
  colour: number[];
  degree: number[];
  neighbours: number[];
  trial: number[];
  sequence: number[];
  rest: number[];
  found: number[];
}

export interface Records {
  COSTS: COSTS;
  MENDING: MENDING;
  TILING: TILING;
}

export interface Functions {
  "blokus.solvers.beam.step"(...given: [Place<"uint32">, Place<"int64">, number | bigint, number | bigint, boolean, Place<"int64">, Place<"int64">, Place<"int64">, Place<"int64">, Place<"uint32">, Place<"int64">, Place<"int64">, Place<"COSTS">, Place<"uint64">, Place<"int64">, Place<"int64">, Place<"float64">, Place<"int64">, Place<"uint32">, Place<"int64">, Place<"int64">, Place<"float64">, Place<"uint64">, Place<"int64">, Place<"int64">, Place<"uint32">, Place<"uint32">, Place<"int64">, Place<"int64">, Place<"int64">, Place<"int64">, boolean]): [number, number];
  "blokus.solvers.boards.put"(a: Place<"uint32">, b: Place<"int64">, c: Place<"int64">, d: Place<"int64">, e: Place<"int64">, f: Place<"uint32">, g: Place<"int64">, h: Place<"int64">, i: number | bigint, j: number | bigint): void;
  "blokus.solvers.boards.survey"(a: Place<"uint32">, b: Place<"int64">, c: Place<"int64">, d: Place<"int64">, e: Place<"int64">, f: Place<"uint32">, g: Place<"int64">, h: Place<"int64">, i: Place<"int64">, j: boolean, k: Place<"uint32">, l: Place<"uint32">, m: Place<"int64">, n: Place<"int64">, o: Place<"uint32">, p: Place<"int64">, q: Place<"float64">, r: Place<"uint32">, s: Place<"int64">): [number, number, number];
  "blokus.solvers.cover._shuffle"(a: Place<"int64">, b: Place<"uint64">): void;
  "blokus.solvers.cover.choose"(a: Place<"int64">, b: Place<"int64">, c: Place<"int64">, d: Place<"int64">, e: Place<"int64">, f: Place<"int64">, g: Place<"int64">, h: number | bigint, i: Place<"uint8">, j: Place<"int64">, k: Place<"int64">, l: Place<"int64">, m: Place<"int64">, n: Place<"int64">, o: Place<"int64">, p: Place<"int64">, q: Place<"int64">, r: Place<"int64">, s: Place<"int64">, t: Place<"int64">, u: Place<"int64">, v: number | bigint): boolean;
  "blokus.solvers.cover.force"(a: Place<"int64">, b: Place<"int64">, c: Place<"int64">, d: Place<"int64">, e: Place<"int64">, f: Place<"int64">, g: Place<"int64">, h: number | bigint, i: Place<"uint8">, j: Place<"int64">, k: Place<"int64">, l: Place<"int64">, m: Place<"int64">, n: Place<"int64">, o: Place<"int64">, p: Place<"int64">, q: Place<"int64">, r: Place<"int64">, s: Place<"int64">, t: Place<"int64">, u: Place<"int64">): number;
  "blokus.solvers.cover.refute"(a: Place<"int64">, b: Place<"int64">, c: Place<"int64">, d: Place<"int64">, e: Place<"int64">, f: Place<"int64">, g: Place<"int64">, h: number | bigint, i: Place<"uint8">, j: Place<"int64">, k: Place<"int64">, l: Place<"int64">, m: Place<"int64">, n: Place<"int64">, o: Place<"int64">, p: Place<"int64">, q: Place<"int64">, r: Place<"int64">, s: Place<"int64">, t: Place<"int64">, u: Place<"int64">): number;
  "blokus.solvers.cover.reset"(a: Place<"int64">, b: Place<"int64">, c: Place<"int64">, d: Place<"int64">, e: Place<"int64">, f: Place<"int64">, g: Place<"int64">, h: number | bigint, i: Place<"uint8">, j: Place<"int64">, k: Place<"int64">, l: Place<"int64">, m: Place<"int64">, n: Place<"int64">, o: Place<"int64">, p: Place<"int64">, q: Place<"int64">, r: Place<"int64">, s: Place<"int64">, t: Place<"int64">, u: Place<"int64">): void;
  "blokus.solvers.cover.run_cover"(a: Place<"int64">, b: Place<"int64">, c: Place<"int64">, d: Place<"int64">, e: Place<"int64">, f: Place<"int64">, g: Place<"int64">, h: number | bigint, i: Place<"uint8">, j: Place<"int64">, k: Place<"int64">, l: Place<"int64">, m: Place<"int64">, n: Place<"int64">, o: Place<"int64">, p: Place<"int64">, q: Place<"int64">, r: Place<"int64">, s: Place<"int64">, t: Place<"int64">, u: Place<"int64">, v: number | bigint, w: number | bigint, x: number | bigint, y: number | bigint): [number, number];
  "blokus.solvers.cover.undo"(a: Place<"int64">, b: Place<"int64">, c: Place<"int64">, d: Place<"int64">, e: Place<"int64">, f: Place<"int64">, g: Place<"int64">, h: number | bigint, i: Place<"uint8">, j: Place<"int64">, k: Place<"int64">, l: Place<"int64">, m: Place<"int64">, n: Place<"int64">, o: Place<"int64">, p: Place<"int64">, q: Place<"int64">, r: Place<"int64">, s: Place<"int64">, t: Place<"int64">, u: Place<"int64">): void;
  "blokus.solvers.mending.run_mending"(a: Place<"MENDING">, b: number | bigint): number;
  "blokus.solvers.pack.run_pack"(a: Place<"uint32">, b: Place<"int64">, c: Place<"int64">, d: Place<"int64">, e: Place<"int64">, f: Place<"int64">, g: Place<"int64">, h: Place<"int64">, i: Place<"int64">, j: Place<"int64">, k: Place<"uint32">, l: Place<"int64">, m: Place<"int64">, n: boolean, o: Place<"COSTS">, p: Place<"uint64">, q: Place<"uint32">, r: Place<"uint32">, s: Place<"int64">, t: Place<"int64">, u: Place<"uint32">, v: Place<"int64">, w: Place<"float64">, x: Place<"uint32">, y: Place<"int64">, z: number | bigint): [number, number];
  "blokus.solvers.pack.step_back"(a: Place<"int64">, b: Place<"int64">, c: Place<"int64">): void;
  "blokus.solvers.scan.run_scan"(a: Place<"int64">, b: Place<"int64">, c: Place<"int64">, d: Place<"int64">, e: Place<"int64">, f: Place<"int64">, g: Place<"int64">, h: number | bigint, i: Place<"int64">, j: Place<"int64">, k: number | bigint, l: number | bigint, m: boolean, n: number | bigint, o: Place<"uint64">, p: Place<"int64">, q: Place<"int64">, r: Place<"int64">, s: Place<"int64">, t: Place<"int64">, u: Place<"int64">): [number, number, number];
  "blokus.solvers.tiling.run_tiling"(a: Place<"TILING">): [number, number, number];
}

export const SOURCES = "306e84e6e1134f02";

/** By function: the types of its arguments and of its results. */
export const FUNCTIONS: Record<string, [string[], string[]]> = {"blokus.solvers.beam.step":[["uint32[3]","int64[2]","int64","int64","bool","int64[1]","int64[1]","int64[2]","int64[2]","uint32[2]","int64[3]","int64[1]","COSTS","uint64[1]","int64[1]","int64[1]","float64[1]","int64[1]","uint32[3]","int64[2]","int64[1]","float64[1]","uint64[1]","int64[1]","int64[1]","uint32[1]","uint32[2]","int64[1]","int64[1]","int64[1]","int64[1]","bool"],["int64","int64"]],"blokus.solvers.boards.put":[["uint32[2]","int64[1]","int64[1]","int64[2]","int64[2]","uint32[2]","int64[3]","int64[1]","int64","int64"],[]],"blokus.solvers.boards.survey":[["uint32[2]","int64[1]","int64[1]","int64[2]","int64[2]","uint32[2]","int64[3]","int64[1]","int64[1]","bool","uint32[1]","uint32[2]","int64[1]","int64[2]","uint32[2]","int64[2]","float64[1]","uint32[2]","int64[1]"],["int64","int64","int64"]],"blokus.solvers.cover._shuffle":[["int64[1]","uint64[1]"],[]],"blokus.solvers.cover.choose":[["int64[2]","int64[1]","int64[1]","int64[2]","int64[1]","int64[1]","int64[2]","int64","uint8[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64"],["bool"]],"blokus.solvers.cover.force":[["int64[2]","int64[1]","int64[1]","int64[2]","int64[1]","int64[1]","int64[2]","int64","uint8[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]"],["int64"]],"blokus.solvers.cover.refute":[["int64[2]","int64[1]","int64[1]","int64[2]","int64[1]","int64[1]","int64[2]","int64","uint8[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]"],["int64"]],"blokus.solvers.cover.reset":[["int64[2]","int64[1]","int64[1]","int64[2]","int64[1]","int64[1]","int64[2]","int64","uint8[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]"],[]],"blokus.solvers.cover.run_cover":[["int64[2]","int64[1]","int64[1]","int64[2]","int64[1]","int64[1]","int64[2]","int64","uint8[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64","int64","int64","int64"],["int64","int64"]],"blokus.solvers.cover.undo":[["int64[2]","int64[1]","int64[1]","int64[2]","int64[1]","int64[1]","int64[2]","int64","uint8[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]"],[]],"blokus.solvers.mending.run_mending":[["MENDING","int64"],["int64"]],"blokus.solvers.pack.run_pack":[["uint32[3]","int64[1]","int64[2]","int64[2]","int64[1]","int64[1]","int64[1]","int64[1]","int64[2]","int64[2]","uint32[2]","int64[3]","int64[1]","bool","COSTS","uint64[1]","uint32[1]","uint32[2]","int64[1]","int64[2]","uint32[2]","int64[2]","float64[1]","uint32[2]","int64[1]","int64"],["int64","int64"]],"blokus.solvers.pack.step_back":[["int64[1]","int64[2]","int64[1]"],[]],"blokus.solvers.scan.run_scan":[["int64[1]","int64[1]","int64[1]","int64[2]","int64[2]","int64[1]","int64[1]","int64","int64[1]","int64[1]","int64","int64","bool","int64","uint64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[1]","int64[2]"],["int64","int64","int64"]],"blokus.solvers.tiling.run_tiling":[["TILING"],["int64","int64","int64"]]};

/** By record: its size, and of each field the type, the place and the shape. */
export const RECORDS: Record<string, [number, Record<string, [string, number, number[]]>]> = {"COSTS":[80,{"closed_to_all":["float64",0,[]],"closed_to_three":["float64",8,[]],"closed_to_two":["float64",16,[]],"closed_to_one":["float64",24,[]],"lonely":["float64",32,[]],"outline":["float64",40,[]],"corners":["float64",48,[]],"few_now":["float64",56,[]],"few_ever":["float64",64,[]],"chance":["float64",72,[]]}],"MENDING":[27648,{"dice":["uint64",0,[1]],"board":["int64",8,[572]],"found":["int64",4584,[84,2]],"count":["int64",5928,[]],"loose":["int64",5936,[]],"shapes":["int64",5944,[84]],"at":["int64",6616,[84]],"colour":["int64",7288,[84]],"used":["int64",7960,[21,4]],"least":["int64",8632,[21]],"usable":["int64",8800,[91]],"usable_count":["int64",9528,[]],"fits":["int64",9536,[2,1024]],"clashes":["int64",25920,[]],"rashness":["int64",25928,[]],"widest":["int64",25936,[]],"narrow":["int64",25944,[]],"seen":["int64",25952,[85]],"lifted":["int64",26632,[6]],"was":["int64",26680,[6,3]],"chosen":["int64",26824,[6,3]],"cells":["int64",26968,[30]],"next":["int64",27208,[6,2]],"cell":["int64",27304,[6]],"open":["int64",27352,[6]],"cost":["int64",27400,[7]],"costs":["int64",27456,[6,4]]}],"TILING":[362568,{"columns":["int64",0,[]],"rows":["int64",8,[]],"left":["int64",16,[21]],"given":["int64",184,[20,20]],"divisor":["int64",3384,[]],"least":["int64",3392,[]],"dice":["uint64",3400,[1]],"starts":["int64",3408,[]],"limit":["int64",3416,[]],"pushes":["int64",3424,[]],"incomplete":["int64",3432,[]],"cells":["int64",3440,[91,5]],"edges":["int64",7080,[91,12]],"first":["int64",15816,[91]],"bias":["int64",16544,[91]],"crowding":["int64",17272,[]],"pushing":["int64",17280,[]],"board":["int64",17288,[572]],"marks":["int64",21864,[572]],"stack":["int64",26440,[572]],"used":["int64",31016,[21]],"choices":["int64",31184,[85,455]],"keys":["int64",340584,[455]],"count":["int64",344224,[85]],"at":["int64",344904,[85]],"shapes":["int64",345584,[85]],"allowed":["int64",346264,[85]],"colour":["int64",346944,[85]],"degree":["int64",347624,[85]],"neighbours":["int64",348304,[85,16]],"trial":["int64",359184,[85]],"sequence":["int64",359864,[85]],"rest":["int64",360544,[85]],"found":["int64",361224,[84,2]]}]};
