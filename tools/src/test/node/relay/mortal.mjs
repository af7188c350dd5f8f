// An agent that prints every message it gets: node mortal.mjs PORT [dies]
// With "dies" its process ends in the middle of a word of its first answer, half a second after the first sentence.
import { WebSocketServer } from 'ws';

const [port, manner] = process.argv.slice(2);
const server = new WebSocketServer({ host: '127.0.0.1', port: Number(port) });
server.on('listening', () => console.log(`listening on 127.0.0.1:${server.address().port}`));
server.on('connection', (socket) => {
  const text = (token, last, sent) => socket.send(JSON.stringify({ type: 'text', token, last }), sent);
  socket.on('message', (data) => {
    console.log(data.toString());
    const message = JSON.parse(data);
    if (message.type !== 'prompt') {
      return;
    }
    if (manner === 'dies') {
      text('Let me look that up for you in our book of dates. ', false);
      text('It is on Wed', false, () => setTimeout(() => process.exit(1), 500));
    } else {
      text(`You said: ${message.voicePrompt}.`, true);
    }
  });
});
