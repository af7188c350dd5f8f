// The official OpenAI client against /v1/realtime: node client.mjs BASE_URL KEY MODEL SCENARIO
// Prints one JSON object: the events in their order, and what the scenario measured.
import net from 'node:net';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';

const [base, key, model, scenario] = process.argv.slice(2);
const RATE = 24_000;
const PIECE_MS = 100;

/** A voice made of numbers: a glottal pulse train through two formants, PCM16 at 24 kHz. */
function speech(ms) {
  const pcm = Buffer.alloc((RATE / 1_000) * ms * 2);
  const memory = [[0, 0], [0, 0]];
  const resonate = (input, hz, width, m) => {
    const r = Math.exp((-Math.PI * width) / RATE);
    const y = input + 2 * r * Math.cos((2 * Math.PI * hz) / RATE) * m[0] - r * r * m[1];
    m[1] = m[0];
    m[0] = y;
    return y;
  };
  const first = [600, 420, 720, 500];
  const second = [1500, 1900, 1150, 1000];
  let phase = 0;
  for (let n = 0; n < pcm.length / 2; n++) {
    const syllable = Math.floor(n / (RATE * 0.36)) % 4;
    const within = (n % (RATE * 0.36)) / (RATE * 0.3);
    phase += (105 + 10 * syllable + 12 * Math.sin(Math.min(1, within) * Math.PI)) / RATE;
    const pulse = phase >= 1 ? 1 : 0;
    phase %= 1;
    const vowel = resonate(pulse, first[syllable], 80, memory[0]) + 0.5 * resonate(pulse, second[syllable], 120, memory[1]);
    const loud = within < 1 ? Math.sqrt(Math.sin(Math.PI * within)) : 0;
    pcm.writeInt16LE(Math.max(-30_000, Math.min(30_000, Math.round(vowel * loud * 1_500))), n * 2);
  }
  return pcm;
}

const silence = (ms) => Buffer.alloc((RATE / 1_000) * ms * 2);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

class Client {
  constructor() {
    this.events = [];
    this.waiting = [];
    const openai = new OpenAI({ apiKey: key, baseURL: base });
    // The client insists on TLS, which this server leaves to a proxy: the socket alone is plain.
    const createConnection = (options) => net.connect(options.port, options.host);
    this.rt = new OpenAIRealtimeWS({ model, options: { createConnection } }, openai);
    this.rt.on('event', (event) => this.take(event));
    this.rt.on('error', (error) => {
      if (!error.error) {
        console.error(error.message);
        process.exit(3);
      }
    });
    this.rt.socket.on('unexpected-response', (_, response) => {
      console.log(JSON.stringify({ scenario, status: response.statusCode }));
      process.exit(0);
    });
  }

  take(event) {
    this.events.push(event);
    for (const wait of [...this.waiting]) {
      if (wait.fits(event)) {
        this.waiting.splice(this.waiting.indexOf(wait), 1);
        wait.done(event);
      }
    }
  }

  /** The next event that fits, or one that has come since `from`. */
  next(type, from = this.events.length, fits = () => true) {
    const test = (event) => event.type === type && fits(event);
    const there = this.events.slice(from).find(test);
    return there ? Promise.resolve(there) : new Promise((done) => this.waiting.push({ fits: test, done }));
  }

  send(event) {
    this.rt.send(event);
  }

  async update(session) {
    const from = this.events.length;
    this.send({ type: 'session.update', session: { type: 'realtime', ...session } });
    return this.next('session.updated', from);
  }

  say(text) {
    this.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } });
  }

  /** As a microphone would send it. */
  async speak(pcm) {
    const bytes = (RATE / 1_000) * PIECE_MS * 2;
    for (let at = 0; at < pcm.length; at += bytes) {
      this.send({ type: 'input_audio_buffer.append', audio: pcm.subarray(at, at + bytes).toString('base64') });
      await sleep(PIECE_MS);
    }
  }

  audioMs(responseId) {
    return this.events
      .filter((event) => event.type === 'response.output_audio.delta' && event.response_id === responseId)
      .reduce((ms, event) => ms + Buffer.from(event.delta, 'base64').length / ((RATE / 1_000) * 2), 0);
  }
}

const scenarios = {
  /** A typed question; the answer is text and sound. */
  async text(client) {
    await client.update({ instructions: 'Be brief.' });
    client.say('opening hours');
    client.send({ type: 'response.create', response: { metadata: { topic: 'hours' } } });
    const done = await client.next('response.done', 0);
    return { response: done.response, audioMs: client.audioMs(done.response.id) };
  },

  /** A spoken question, found by the server's detector; the caller's words are transcribed. */
  async audio(client) {
    await client.update({
      audio: { input: { transcription: { model: 'local' }, turn_detection: { type: 'server_vad', silence_duration_ms: 300 } } },
    });
    await client.speak(Buffer.concat([silence(300), speech(1_000), silence(1_000)]));
    const done = await client.next('response.done', 0);
    return { response: done.response, audioMs: client.audioMs(done.response.id) };
  },

  /** A spoken question that the client itself commits, sent faster than it was spoken. */
  async manual(client) {
    await client.update({ audio: { input: { transcription: { model: 'local' }, turn_detection: null } } });
    client.send({ type: 'input_audio_buffer.append', audio: speech(1_200).toString('base64') });
    client.send({ type: 'input_audio_buffer.commit' });
    client.send({ type: 'response.create' });
    const done = await client.next('response.done', 0);
    return { response: done.response };
  },

  /** The caller speaks into the answer; the client stops playing and says how far it was. */
  async interrupt(client) {
    await client.update({ audio: { input: { turn_detection: { type: 'server_vad', silence_duration_ms: 300 } } } });
    client.say('opening hours');
    client.send({ type: 'response.create' });
    const first = await client.next('response.output_audio.delta', 0);
    await sleep(1_000);
    const spoken = client.speak(Buffer.concat([speech(900), silence(800)]));
    const started = await client.next('input_audio_buffer.speech_started', 0);
    const done = await client.next('response.done', 0);
    const lateFrom = client.events.length;
    client.send({ type: 'conversation.item.truncate', item_id: first.item_id, content_index: 0, audio_end_ms: 900 });
    const truncated = await client.next('conversation.item.truncated', 0);
    await spoken;
    const next = await client.next('response.created', lateFrom);
    await client.next('response.output_audio.delta', lateFrom, (event) => event.response_id === next.response.id);
    const late = client.events
      .slice(lateFrom)
      .filter((event) => event.type === 'response.output_audio.delta' && event.response_id === first.response_id);
    client.send({ type: 'response.cancel' });
    await client.next('response.done', lateFrom);
    return { started, response: done.response, truncated, late: late.length, audioMs: client.audioMs(first.response_id) };
  },

  /** The agent calls a tool of the client. */
  async tool(client) {
    await client.update({
      tools: [
        {
          type: 'function',
          name: 'lookup',
          description: 'Looks something up.',
          parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
        },
      ],
    });
    client.say('opening hours');
    client.send({ type: 'response.create' });
    const call = await client.next('response.function_call_arguments.done', 0);
    const first = await client.next('response.done', 0);
    const from = client.events.length;
    client.send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: call.call_id, output: JSON.stringify({ open: '9 to 5' }) },
    });
    client.send({ type: 'response.create' });
    const second = await client.next('response.done', from);
    return { call, first: first.response, second: second.response };
  },

  /** The client cancels the answer, and cancels once more. */
  async cancel(client) {
    client.say('opening hours');
    client.send({ type: 'response.create' });
    const first = await client.next('response.output_audio.delta', 0);
    client.send({ type: 'response.cancel', response_id: first.response_id });
    const done = await client.next('response.done', 0);
    client.send({ type: 'response.cancel', event_id: 'again' });
    const error = await client.next('error', 0);
    return { response: done.response, error: error.error };
  },

  /** Nothing but the handshake. */
  async hello(client) {
    return { session: (await client.next('session.created', 0)).session };
  },
};

const client = new Client();
const created = await client.next('session.created', 0);
const result = await scenarios[scenario](client);
client.rt.close();
const brief = client.events.map(({ type, event_id, response_id, item_id, transcript, audio_start_ms, audio_end_ms }) => ({
  type,
  event_id,
  response_id,
  item_id,
  transcript,
  audio_start_ms,
  audio_end_ms,
}));
console.log(JSON.stringify({ scenario, session: created.session, events: brief, result }));
process.exit(0);
