// Plays many matches at once: node client.js PORT MATCHES SECONDS RATE (0: as fast as it goes). Prints "measuring", then one line of JSON.
const { Client, LobbyClient } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Nim } = require("./game");

const [port, matches, seconds, rate] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const latencies = [];
let measuring = false;

async function sit(lobby) {
  const { matchID } = await lobby.createMatch("nim", { numPlayers: 2 });
  const players = [];
  for (const playerID of ["0", "1"]) {
    const { playerCredentials } = await lobby.joinMatch("nim", matchID, { playerID, playerName: playerID });
    const client = Client({ game: Nim, matchID, playerID, credentials: playerCredentials, multiplayer: SocketIO({ server }), debug: false });
    client.start();
    players.push(client);
  }
  await Promise.all(players.map((client) => new Promise((resolve) => {
    const stop = client.subscribe((state) => { if (state && client.transport?.isConnected !== false && state.ctx) { resolve(); } });
  })));
  return players;
}

function play(players) {
  // A move counts when the other one's screen has it.
  let sent = 0;
  let turn = 0;
  const move = () => { sent = performance.now(); players[turn].moves.take(1); };
  players.forEach((client, number) => client.subscribe((state) => {
    if (!state || number === turn || sent === 0 || state.ctx.currentPlayer !== String(number)) return;
    if (measuring) latencies.push(performance.now() - sent);
    turn = number;
    sent = 0;
    if (rate) setTimeout(move, Math.max(0, (1000 * matches) / rate * (0.5 + Math.random()) - 1));
    else setImmediate(move);
  }));
  move();
}

(async () => {
  const lobby = new LobbyClient({ server });
  const tables = [];
  for (let number = 0; number < matches; number++) tables.push(await sit(lobby));
  tables.forEach(play);
  setTimeout(() => {
    measuring = true;
    console.log("measuring");
    const before = process.cpuUsage();
    setTimeout(() => {
      const used = process.cpuUsage(before);
      latencies.sort((one, two) => one - two);
      const at = (share) => latencies[Math.floor(share * (latencies.length - 1))] ?? null;
      console.log(JSON.stringify({
        moves: latencies.length / seconds, p50: at(0.5), p99: at(0.99), cpu: (used.user + used.system) / 1e6 / seconds,
      }));
      process.exit(0);
    }, seconds * 1000);
  }, 2000);
})();
