// node server.js PORT [FOLDER]: keeps everything in memory, as it does by default, or in files of a folder.
const { FlatFile, Server } = require("boardgame.io/server");
const { Nim } = require("./game");
const [port, folder] = process.argv.slice(2);
Server({ games: [Nim], origins: ["*"], db: folder ? new FlatFile({ dir: folder }) : undefined }).run(Number(port));
