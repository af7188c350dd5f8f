// A server side of /vip that does one thing after another, at the pace of its audio: enough to see every state of a client.
const FRAME_MS = 20;
// A browser and this process that wait for the processor some seconds long must not empty the player.
const LEAD_FRAMES = 400;
const CHAR_MS = 30;

export class FakeVip {
  constructor(socket, fake) {
    this.socket = socket;
    this.fake = fake;
    this.seq = 0;
    this.token = 16;
    this.state = 'not_connected';
    this.bytesIn = 0;
    this.log = [];
    this.waiting = new Map();
    socket.on('message', (data, binary) => this.heard(data, binary));
    socket.on('close', () => clearInterval(this.pacer));
  }

  /** Does something when the moment is not held. */
  async at(moment, then) {
    await this.fake.pass(moment);
    then();
  }

  send(type, payload = {}) {
    this.socket.send(JSON.stringify({ type, payload, seq: ++this.seq }));
  }

  move(value, trigger) {
    const from = this.state;
    this.state = value;
    this.send('state', { value, from, trigger, rule: 'T' });
  }

  heard(data, binary) {
    if (binary) {
      this.bytesIn += data.length;
      return;
    }
    const { type, payload } = JSON.parse(data);
    this.log.push({ type, payload });
    this[type]?.(payload);
  }

  'session.initialize'(payload) {
    this.rate = payload.audio.output.sampleRateHz;
    this.send('session.connected', { session_id: this.fake.sessionId });
    this.move('connecting', 'client.connect');
    this.at('connect', () => {
      this.send('server.ready');
      this.move('idle', 'server.ready');
      if (this.fake.greeting !== '') {
        this.speak(this.fake.greeting, 'server.announce');
      }
    });
  }

  /** Says a sentence: text, audio in real time, captions, its end; while `spoken` is held it goes on sounding. */
  speak(text, trigger = 'response.audio') {
    const turn = String(this.token += 16);
    this.turn = turn;
    this.move('ai_speaking', trigger);
    this.send('response.text.delta', { turn, text });
    const frames = () => (this.fake.held.has('spoken') ? Infinity : Math.max(sent, Math.ceil((text.length * CHAR_MS) / FRAME_MS)));
    const begun = Date.now();
    let sent = 0;
    this.pacer = setInterval(() => {
      const due = Math.floor((Date.now() - begun) / FRAME_MS);
      for (; sent < Math.min(frames(), due + LEAD_FRAMES); sent++) {
        this.send('response.audio', { turn, positionMs: sent * FRAME_MS, audio: tone(this.rate, sent) });
      }
      if (due % 10 === 0) {
        this.send('caption', { turn, text, heardChars: Math.min(text.length, Math.floor((due * FRAME_MS) / CHAR_MS)) });
      }
      if (due >= frames() + 4) {
        clearInterval(this.pacer);
        this.send('audio.complete', { turn, completed: true });
        this.move('idle', 'audio.complete');
      }
    }, 10);
  }

  cut(next, trigger) {
    clearInterval(this.pacer);
    this.send('playback.stop', { turn: this.turn });
    this.move(next, trigger);
  }

  'input.barge_in'() {
    this.cut('user_speaking', 'input.barge_in');
  }

  'response.cancel'() {
    this.cut('idle', 'response.cancel');
  }

  'turn.yield'() {
    this.cut('user_speaking', 'turn.yield');
  }

  'input.start'() {
    if (this.state === 'user_speaking') {
      return;
    }
    this.move('user_speaking', 'input.start');
    this.send('transcript.partial', { text: 'show me the book', role: 'user' });
  }

  'input.end'() {
    this.move('ai_thinking', 'input.end');
    const { said, invoke, reply } = this.fake.next();
    this.at('think', () => {
      this.send('transcript.final', { text: said, role: 'user' });
      if (invoke === undefined) {
        this.speak(reply);
      } else {
        this.invoke(invoke, reply);
      }
    });
  }

  invoke({ action, parameters }, reply) {
    const id = `inv-${this.waiting.size + 1}`;
    this.waiting.set(id, reply);
    this.move('invoke_action', 'response.tool');
    this.at('act', () => this.send('action.invoke', { action_id: action, invocation_id: id, parameters }));
  }

  'action.result'(result) {
    const reply = this.waiting.get(result.invocation_id);
    this.move('ai_thinking', 'action.result');
    this.at('think', () => this.speak(result.status === 'success' ? reply : `That did not work: ${result.code}.`));
  }

  'text.input'({ text }) {
    this.send('transcript.final', { text, role: 'user' });
    this.move('ai_thinking', 'input.end');
    this.at('think', () => this.speak('You typed something.'));
  }

  'state.update'() {
    this.send(this.state === 'idle' || this.state === 'invoke_action' ? 'narrated_state.applied' : 'narrated_state.deferred');
  }

  'session.close'() {
    clearInterval(this.pacer);
    this.send('session.terminated', { reason: 'session.close' });
    this.socket.close(1000);
  }
}

/** 20 ms of a tone that swells, in base64. */
function tone(rate, frame) {
  const samples = (rate * FRAME_MS) / 1000;
  const pcm = Buffer.alloc(samples * 2);
  for (let i = 0; i < samples; i++) {
    const t = frame * samples + i;
    const swell = 0.25 + 0.75 * Math.abs(Math.sin((t / rate) * 9));
    pcm.writeInt16LE(Math.round(6000 * swell * Math.sin((2 * Math.PI * 220 * t) / rate)), i * 2);
  }
  return pcm.toString('base64');
}
