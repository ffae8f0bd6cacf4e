// Written by scripts/build-wasm from engine.json of tischlein.games.blockers. Do not change it by hand.

import type { GameInfo } from "../game.ts";
import type { Place } from "../module.ts";

export interface GROUP_INDEX {
  label: number[];
  last_label: number;
  groups: number[];
  adjacent: number[];
  liberties: number[];
  joinable: number[];
  unplaced: number[];
  leaders: number;
  locked: number[];
}

export interface NODE {
  code: number;
  first_child: number;
  next_sibling: number;
  visits: number;
  availability: number;
  value_sum: number;
}

export interface POLICY {
  code: number[];
  logit: Float64Array;
  probability: Float64Array;
  features: Float64Array;
  count: number;
}

export interface POSITION {
  colour: number[];
  face: number[];
  tiles: number[];
  placed: number[];
  taken: number[];
  barred: number[];
  owner: number[];
  colours: number;
  seats: number;
  uptown: number;
  spares_own: number;
  turn: number;
  skipped: number;
  ply: number;
  last: number;
  took: number;
}

export interface RESULT {
  score: number[];
  share: Float64Array;
  margin: Float64Array;
}

export interface SEARCH_PARAMETERS {
  exploration: number;
  margin_weight: number;
  max_depth: number;
  fpu_reduction: number;
}

export interface Records {
  GROUP_INDEX: GROUP_INDEX;
  NODE: NODE;
  POLICY: POLICY;
  POSITION: POSITION;
  RESULT: RESULT;
  SEARCH_PARAMETERS: SEARCH_PARAMETERS;
}

export interface Functions {
  "engine.determinize.hide"(a: Place<"POSITION">, b: number | bigint): void;
  "engine.determinize.note_exclusions"(a: Place<"POSITION">, b: Place<"int64">): void;
  "engine.group_index.index_groups"(a: Place<"POSITION">, b: Place<"GROUP_INDEX">): void;
  "engine.linear_policy.evaluate"(a: Place<"POSITION">, b: Place<"GROUP_INDEX">, c: Place<"float64">, d: boolean, e: Place<"POLICY">): void;
  "engine.search.run_simulations"(a: Place<"NODE">, b: Place<"SEARCH_PARAMETERS">, c: Place<"float64">, d: Place<"POSITION">, e: Place<"int64">, f: Place<"GROUP_INDEX">, g: Place<"POLICY">, h: Place<"POSITION">, i: Place<"GROUP_INDEX">, j: Place<"POLICY">, k: Place<"int64">, l: Place<"int64">, m: Place<"int64">, n: Place<"RESULT">, o: Place<"uint64">, p: number | bigint, q: number | bigint, r: number | bigint): number;
  "kernel._perft"(a: Place<"POSITION">, b: number | bigint, c: Place<"int32">): number;
  "kernel._playouts"(a: Place<"POSITION">, b: Place<"POSITION">, c: number | bigint, d: Place<"uint64">): number;
  "kernel.playout"(a: Place<"POSITION">, b: Place<"uint64">): number;
  "rules.all_taken"(a: Place<"POSITION">, b: number | bigint): number;
  "rules.begin"(a: Place<"POSITION">): void;
  "rules.fault"(a: Place<"POSITION">, b: number | bigint, c: number | bigint, d: number | bigint): number;
  "rules.is_open"(a: Place<"POSITION">, b: number | bigint): boolean;
  "rules.mark_groups"(a: Place<"POSITION">, b: Place<"int64">): void;
  "rules.mark_locked"(a: Place<"POSITION">, b: Place<"bool">): void;
  "rules.moves"(a: Place<"POSITION">, b: Place<"int32">): number;
  "rules.points"(a: Place<"POSITION">, b: number | bigint): number;
  "rules.push"(a: Place<"POSITION">, b: number | bigint): void;
}

export const SOURCES = "9591077fce2b76a3";

/** By function: the types of its arguments and of its results. */
export const FUNCTIONS: Record<string, [string[], string[]]> = {"engine.determinize.hide":[["POSITION","int64"],[]],"engine.determinize.note_exclusions":[["POSITION","int64[2]"],[]],"engine.group_index.index_groups":[["POSITION","GROUP_INDEX"],[]],"engine.linear_policy.evaluate":[["POSITION","GROUP_INDEX","float64[2]","bool","POLICY"],[]],"engine.search.run_simulations":[["NODE[1]","SEARCH_PARAMETERS[1]","float64[2]","POSITION[1]","int64[2]","GROUP_INDEX[1]","POLICY[1]","POSITION[1]","GROUP_INDEX[1]","POLICY[1]","int64[1]","int64[1]","int64[1]","RESULT[1]","uint64[1]","int64","int64","int64"],["int64"]],"kernel._perft":[["POSITION[1]","int64","int32[2]"],["int64"]],"kernel._playouts":[["POSITION","POSITION[1]","int64","uint64[1]"],["int64"]],"kernel.playout":[["POSITION","uint64[1]"],["int64"]],"rules.all_taken":[["POSITION","int64"],["int64"]],"rules.begin":[["POSITION"],[]],"rules.fault":[["POSITION","int64","int64","int64"],["int64"]],"rules.is_open":[["POSITION","int64"],["bool"]],"rules.mark_groups":[["POSITION","int64[1]"],[]],"rules.mark_locked":[["POSITION","bool[1]"],[]],"rules.moves":[["POSITION","int32[1]"],["int64"]],"rules.points":[["POSITION","int64"],["int64"]],"rules.push":[["POSITION","int64"],[]]};

/** By record: its size, and of each field the type, the place and the shape. */
export const RECORDS: Record<string, [number, Record<string, [string, number, number[]]>]> = {"GROUP_INDEX":[7472,{"label":["int64",0,[111]],"last_label":["int64",888,[]],"groups":["int64",896,[5]],"adjacent":["int64",936,[5,111]],"liberties":["int64",5376,[5,28]],"joinable":["int64",6496,[5]],"unplaced":["int64",6536,[5]],"leaders":["int64",6576,[]],"locked":["int64",6584,[111]]}],"NODE":[48,{"code":["int64",0,[]],"first_child":["int64",8,[]],"next_sibling":["int64",16,[]],"visits":["int64",24,[]],"availability":["int64",32,[]],"value_sum":["float64",40,[]]}],"POLICY":[58040,{"code":["int64",0,[234]],"logit":["float64",1872,[234]],"probability":["float64",3744,[234]],"features":["float64",5616,[234,28]],"count":["int64",58032,[]]}],"POSITION":[4248,{"colour":["int64",0,[111]],"face":["int64",888,[111]],"tiles":["int64",1776,[5,28]],"placed":["int64",2896,[5]],"taken":["int64",2936,[5,5]],"barred":["int64",3136,[5,25]],"owner":["int64",4136,[5]],"colours":["int64",4176,[]],"seats":["int64",4184,[]],"uptown":["int64",4192,[]],"spares_own":["int64",4200,[]],"turn":["int64",4208,[]],"skipped":["int64",4216,[]],"ply":["int64",4224,[]],"last":["int64",4232,[]],"took":["int64",4240,[]]}],"RESULT":[120,{"score":["int64",0,[5]],"share":["float64",40,[5]],"margin":["float64",80,[5]]}],"SEARCH_PARAMETERS":[32,{"exploration":["float64",0,[]],"margin_weight":["float64",8,[]],"max_depth":["int64",16,[]],"fpu_reduction":["float64",24,[]]}]};

export const INFO: GameInfo = {
  "id": "blockers",
  "rules_version": 1,
  "secret": true,
  "variants": {"expert":{"seats":[2],"options":{"scoring":["blockers","uptown"],"own-colour":["yes","no"],"colours":["red","yellow","green","blue"]},"each":{"colours":2}},"basic":{"seats":[4,2,3,5],"options":{"scoring":["blockers","uptown"],"colours":["red","green","blue","yellow","violet"]},"each":{"colours":1}}},
  "levels": [{"name":"level1","seconds":1,"simulations":1,"settings":{"greedy":1,"candidates":6},"book":false,"thrifty":false},{"name":"level2","seconds":1,"simulations":1,"settings":{"greedy":1,"candidates":14},"book":false,"thrifty":false},{"name":"level3","seconds":1,"simulations":1,"settings":{"greedy":1},"book":false,"thrifty":false},{"name":"level4","seconds":1,"simulations":1,"settings":{"ignore_others":1,"candidates":30},"book":false,"thrifty":false},{"name":"level5","seconds":1,"simulations":1,"settings":{"ignore_others":1},"book":false,"thrifty":false},{"name":"level6","seconds":1,"simulations":1,"settings":{},"book":false,"thrifty":false},{"name":"level7","seconds":2,"simulations":60,"settings":{},"book":false,"thrifty":false},{"name":"level8","seconds":4,"simulations":400,"settings":{},"book":false,"thrifty":false},{"name":"level9","seconds":8,"simulations":2500,"settings":{},"book":false,"thrifty":false},{"name":"level10","seconds":10,"simulations":16000,"settings":{},"book":false,"thrifty":true}],
};

/** What browser.py of the game adds. */
export const GAME = {
  "colours": ["red","green","blue","yellow","violet"],
  "tiles": ["1","2","3","4","5","6","7","8","9","A","B","C","D","E","F","G","H","I","star","circle","triangle","heart","plus","diamond","moon","clover","note","joker"],
  "symbols": ["star","circle","triangle","heart","plus","diamond","moon","clover","note"],
  "cells": {"11":"A1","12":"A2","13":"A3","14":"A4","15":"A5","16":"A6","17":"A7","18":"A8","19":"A9","21":"B1","22":"B2","23":"B3","24":"B4","25":"B5","26":"B6","27":"B7","28":"B8","29":"B9","31":"C1","32":"C2","33":"C3","34":"C4","35":"C5","36":"C6","37":"C7","38":"C8","39":"C9","41":"D1","42":"D2","43":"D3","44":"D4","45":"D5","46":"D6","47":"D7","48":"D8","49":"D9","51":"E1","52":"E2","53":"E3","54":"E4","55":"E5","56":"E6","57":"E7","58":"E8","59":"E9","61":"F1","62":"F2","63":"F3","64":"F4","65":"F5","66":"F6","67":"F7","68":"F8","69":"F9","71":"G1","72":"G2","73":"G3","74":"G4","75":"G5","76":"G6","77":"G7","78":"G8","79":"G9","81":"H1","82":"H2","83":"H3","84":"H4","85":"H5","86":"H6","87":"H7","88":"H8","89":"H9","91":"I1","92":"I2","93":"I3","94":"I4","95":"I5","96":"I6","97":"I7","98":"I8","99":"I9"},
  "faults": ["","R9-over","R2-colour","R14-closed","R3-rack","R4-place","R5-own","R13-own","R6-split"],
  "numbers": {"rack":5,"size":111,"buffer":234,"empty":-1,"codes":20480,"max_depth":128},
  "settings": {"exploration":1.0,"margin_weight":0.3,"max_depth":96,"fpu_reduction":0.1,"ignore_others":0},
  "parameters": ["exploration","margin_weight","max_depth","fpu_reduction"],
  "about_others": [5,8,13,20,25,26,27],
  "most_moves": 234,
  "weights": {"expert-2":[[-4.84,2.54,-2.19,-3.88,-1.67,-1.17,-0.64,-0.31,1.32,-0.28,2.48,1.35,1.99,2.05,-1.2,-0.93,0.38,3.27,4.03,2.91,1.59,-1.22,3.88,-1.02,-0.48,0.36,1.32,-0.73],[-4.13,4.63,-2.92,-4.13,-2.19,-2.51,-0.89,0.33,2.65,0.02,2.1,1.24,0.57,2.18,-0.7,-1.58,-0.46,3.19,3.66,1.73,2.22,-0.08,4.21,-0.61,-0.89,-0.06,2.65,-0.95],[-4.61,6.18,-3.27,-2.06,-0.32,-5.39,-0.19,1.37,2.73,1.51,1.69,1.44,-0.43,2.28,0.34,-1.48,-1.69,3.23,2.52,1.01,2.2,0.38,3.54,-0.37,-1.99,0.99,2.73,0.4],[-8.0,8.11,-1.99,-3.68,-0.9,-5.94,2.01,5.41,2.06,0.21,1.87,1.71,-0.46,2.31,-0.03,-1.23,-1.07,2.74,-0.18,0.12,1.95,-0.21,4.1,-0.1,-4.2,0.31,2.06,1.76]],"basic-4":[[-5.91,2.68,-1.09,-3.81,-1.81,-0.55,0.0,0.0,-0.85,0.0,2.99,1.69,2.88,1.31,0.0,-1.89,0.45,4.4,6.04,2.88,-0.21,0.0,3.87,-1.95,0.0,-0.51,0.32,-1.37],[-5.97,4.28,-1.89,-3.77,-1.79,-1.27,0.0,0.0,1.09,0.0,2.54,1.03,1.01,1.52,0.0,-2.45,-1.95,4.95,6.02,1.08,0.72,0.0,4.05,-1.13,0.0,-1.86,1.4,-0.91],[-6.18,6.51,-3.23,-2.77,-1.02,-1.47,0.0,0.0,2.71,0.0,2.72,1.32,0.14,1.54,0.0,-3.05,-2.33,4.57,4.95,0.41,1.24,0.0,4.43,-0.64,0.0,-1.63,2.0,0.23],[-8.28,7.55,-1.84,-5.11,-0.74,-3.62,0.0,0.0,3.86,0.0,3.33,2.55,-0.62,1.64,0.0,-1.98,-0.46,3.6,3.17,0.4,1.09,0.0,3.78,-0.95,0.0,0.02,2.02,0.8]],"basic-2":[[-5.61,2.53,-0.08,-4.63,-2.63,-1.32,0.0,0.0,0.52,0.0,2.19,1.26,2.09,2.96,0.0,-0.65,1.42,3.49,5.91,2.75,1.23,0.0,3.73,-2.29,0.0,0.91,0.52,-1.32],[-5.78,4.76,-1.41,-5.2,-3.2,-2.24,0.0,0.0,2.17,0.0,1.07,0.96,1.05,3.28,0.0,-1.19,0.88,4.1,5.36,1.84,2.08,0.0,4.43,-0.31,0.0,0.41,2.17,-1.1],[-6.35,5.7,-1.81,-6.07,-4.07,-3.75,0.0,0.0,2.59,0.0,0.95,1.47,-0.03,3.13,0.0,-0.74,2.34,3.58,4.21,1.35,2.32,0.0,4.67,-0.68,0.0,-1.04,2.59,-1.19],[-6.78,6.19,-1.95,-5.9,-3.9,-4.63,0.0,0.0,2.92,0.0,0.78,1.63,-0.16,2.27,0.0,0.55,3.33,3.0,1.23,1.1,2.1,0.0,4.42,-0.63,0.0,-0.52,2.92,-0.86]],"basic-3":[[-5.54,2.04,-0.27,-3.69,-1.7,-1.31,0.0,0.0,-0.16,0.0,2.56,1.97,2.9,1.62,0.0,-1.6,1.05,3.23,6.32,2.88,-0.13,0.0,3.9,-2.76,0.0,-0.52,0.45,-1.42],[-5.99,4.43,-1.46,-4.45,-2.39,-1.37,0.0,0.0,1.36,0.0,2.29,1.48,1.44,2.24,0.0,-2.15,-0.39,3.88,6.59,1.04,0.91,0.0,3.41,-1.51,0.0,-0.99,1.75,-1.28],[-7.05,5.63,-2.63,-4.7,-2.68,-1.74,0.0,0.0,2.51,0.0,2.98,1.99,-0.02,2.05,0.0,-2.63,-1.32,4.73,4.82,0.79,1.91,0.0,3.91,-1.09,0.0,-0.62,2.43,-1.03],[-7.13,7.18,-2.7,-5.78,-2.57,-2.56,0.0,0.0,2.42,0.0,2.29,2.7,-0.83,2.1,0.0,-1.65,1.05,4.2,2.2,0.54,1.63,0.0,4.4,-0.99,0.0,-0.57,2.69,-0.7]],"basic-5":[[-6.24,2.48,-1.98,-3.81,-1.79,-1.03,0.0,0.0,-0.48,0.0,3.76,1.68,2.77,1.75,0.0,-1.85,0.15,4.49,5.58,3.07,-0.06,0.0,4.14,-1.69,0.0,-0.45,0.92,-1.2],[-5.82,5.18,-3.3,-4.08,-1.91,-1.36,0.0,0.0,1.91,0.0,2.53,1.04,0.83,1.32,0.0,-2.03,-2.15,4.74,5.12,1.15,1.05,0.0,4.86,-0.52,0.0,-0.9,0.92,-1.15],[-5.42,6.8,-4.03,-3.3,-2.11,-3.1,0.0,0.0,4.39,0.0,2.39,1.25,0.63,1.22,0.0,-2.41,0.02,4.47,4.78,0.7,1.36,0.0,4.16,-0.52,0.0,1.73,0.82,-0.41],[-7.0,8.82,0.01,-6.27,0.13,-3.43,0.0,0.0,1.06,0.0,1.82,1.14,1.33,0.98,0.0,-0.16,0.45,2.92,1.64,0.42,1.14,0.0,0.93,-0.2,0.0,2.99,0.8,0.26]]},
};
