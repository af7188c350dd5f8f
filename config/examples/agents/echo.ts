// An agent of your own for Sidetone, or for Twilio's ConversationRelay: it repeats what the caller says.
//   npm install ws tsx && npx tsx echo.ts 8765
// In the configuration: engines: {mine: {type: relay, url: "ws://127.0.0.1:8765"}}, and dialogue: mine in an agent.
import { WebSocketServer, type WebSocket } from 'ws';

type FromCall =
  | { type: 'setup'; callSid: string; from: string; to: string }
  | { type: 'prompt'; voicePrompt: string; last?: boolean }
  | { type: 'dtmf'; digit: string }
  | { type: 'interrupt'; utteranceUntilInterrupt: string; durationUntilInterruptMs: number }
  | { type: 'error'; description: string };
type ToCall = { type: 'text'; token: string; last: boolean } | { type: 'end'; handoffData?: string };

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.argv[2] ?? 8765) });
server.on('listening', () => console.log(`listening on 127.0.0.1:${(server.address() as { port: number }).port}`));

server.on('connection', (socket: WebSocket) => {
  let answering = 0;
  const send = (message: ToCall) => socket.send(JSON.stringify(message));

  // Yours goes here: ask a model, and pass its tokens on as they come.
  async function answer(words: string) {
    const mine = ++answering;
    for (const token of ['You said: ', ...words.split(/(?<= )/), '.']) {
      if (mine !== answering) {
        return;
      }
      send({ type: 'text', token, last: false });
    }
    send({ type: 'text', token: '', last: true });
    if (/goodbye/i.test(words)) {
      send({ type: 'end', handoffData: JSON.stringify({ reason: 'the caller said goodbye' }) });
    }
  }

  socket.on('message', (data) => {
    const message = JSON.parse(data.toString()) as FromCall;
    if (message.type === 'setup') {
      console.log(`call ${message.callSid} from ${message.from} to ${message.to}`);
    } else if (message.type === 'prompt' && message.last !== false) {
      console.log(`heard: ${message.voicePrompt}`);
      answer(message.voicePrompt);
    } else if (message.type === 'dtmf') {
      console.log(`key: ${message.digit}`); // One of several, perhaps: gather them before you answer.
    } else if (message.type === 'interrupt') {
      answering++;
      console.log(`interrupted after: ${message.utteranceUntilInterrupt}`);
    } else if (message.type === 'error') {
      console.log(`error: ${message.description}`);
    }
  });
});
