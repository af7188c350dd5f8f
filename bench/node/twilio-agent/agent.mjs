// A voice agent on Twilio Media Streams: hears every frame, talks all the time, stops when the caller talks.
// Written to be fast: native unmasking (bufferutil), no compression, tables, one timer for all streams, no copies that
// the protocol does not ask for.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const FRAME_MS = 20;
const FRAME_BYTES = 160;
const LEAD_MS = 60;
const MARK_EVERY_FRAMES = 5;
const SPEECH_FRAMES = 10;
const THRESHOLD = 1_500;

// G.711 mu-law.
const decoded = new Int16Array(256);
for (let code = 0; code < 256; code++) {
  const value = ~code & 0xff;
  const magnitude = (((value & 0x0f) << 3) + 0x84 << ((value & 0x70) >> 4)) - 0x84;
  decoded[code] = value & 0x80 ? -magnitude : magnitude;
}
const encoded = new Uint8Array(65_536);
for (let sample = -32_768; sample < 32_768; sample++) {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), 32_635) + 0x84;
  const segment = Math.max(0, Math.min(7, 31 - Math.clz32(magnitude) - 7));
  encoded[sample & 0xffff] = ~(sign | (segment << 4) | ((magnitude >> (segment + 3)) & 0x0f)) & 0xff;
}

// What a synthesizer would have made: ten seconds at 8 kHz.
const speech = new Int16Array(80_000);
let noise = 12_345;
for (let i = 0; i < speech.length; i++) {
  noise = (noise * 1_103_515_245 + 12_345) & 0x7fffffff;
  speech[i] = Math.round(6_000 * Math.sin(i / 9) * (0.5 + 0.5 * Math.sin(i / 2_000)) + (noise % 1_000) - 500);
}

class Call {
  constructor(socket) {
    this.socket = socket;
    this.streamSid = null;
    this.position = 0;
    this.sentMs = 0;
    this.startedMs = 0;
    this.speechFrames = 0;
    this.frames = 0;
    this.epoch = 0;
    this.playedMs = 0;
    this.pcm = new Int16Array(FRAME_BYTES);
    this.out = Buffer.alloc(FRAME_BYTES);
  }

  message(data) {
    const message = JSON.parse(data);
    switch (message.event) {
      case 'media':
        this.hear(Buffer.from(message.media.payload, 'base64'));
        break;
      case 'start':
        this.streamSid = message.start.streamSid;
        this.startedMs = performance.now();
        calls.add(this);
        break;
      case 'mark': {
        const [epoch, ms] = message.mark.name.split(':');
        if (Number(epoch) === this.epoch) this.playedMs = Number(ms);
        break;
      }
      case 'stop':
        this.socket.close();
        break;
    }
  }

  hear(payload) {
    const pcm = this.pcm;
    const length = Math.min(payload.length, pcm.length);
    let energy = 0;
    for (let i = 0; i < length; i++) {
      const sample = decoded[payload[i]];
      pcm[i] = sample;
      energy += sample * sample;
    }
    this.speechFrames = Math.sqrt(energy / length) > THRESHOLD ? this.speechFrames + 1 : 0;
    if (this.speechFrames === SPEECH_FRAMES) {
      this.epoch++;
      this.socket.send(JSON.stringify({ event: 'clear', streamSid: this.streamSid }));
    }
  }

  speak(nowMs) {
    while (this.sentMs < nowMs - this.startedMs + LEAD_MS) {
      for (let i = 0; i < FRAME_BYTES; i++) this.out[i] = encoded[speech[this.position + i] & 0xffff];
      this.position = (this.position + FRAME_BYTES) % speech.length;
      this.socket.send(
        JSON.stringify({
          event: 'media', streamSid: this.streamSid, media: { payload: this.out.toString('base64') }
        })
      );
      this.sentMs += FRAME_MS;
      if (++this.frames % MARK_EVERY_FRAMES === 0) {
        this.socket.send(
          JSON.stringify({ event: 'mark', streamSid: this.streamSid, mark: { name: `${this.epoch}:${this.sentMs}` } })
        );
      }
    }
  }
}

const calls = new Set();
let dueMs = performance.now();
function tick() {
  const nowMs = performance.now();
  for (const call of calls) call.speak(nowMs);
  dueMs = Math.max(dueMs + FRAME_MS, nowMs);
  setTimeout(tick, dueMs - performance.now());
}
tick();

const server = createServer((request, response) => response.writeHead(404).end());
const sockets = new WebSocketServer({ server, perMessageDeflate: false, maxPayload: 65_536 });
sockets.on('connection', (socket) => {
  const call = new Call(socket);
  socket.on('message', (data) => call.message(data));
  socket.on('close', () => calls.delete(call));
  socket.on('error', () => calls.delete(call));
});
server.listen({ port: Number(process.argv[2] ?? 0), host: '127.0.0.1', backlog: 511 }, () =>
  console.log(`http 127.0.0.1:${server.address().port}`)
);
process.on('SIGTERM', () => process.exit(0));
