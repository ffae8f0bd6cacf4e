// One heap, take one to three: the same game that the bench plays on our server.
module.exports = {
  Nim: {
    name: "nim",
    setup: () => ({ heap: 1000000 }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: { take: ({ G }, count) => { G.heap -= count; } },
  },
};
