// Keeps everything in memory, as it does by default: it need not wait for a disk.
const { Server } = require("boardgame.io/server");
const { Nim } = require("./game");
Server({ games: [Nim], origins: ["*"] }).run(Number(process.argv[2]));
