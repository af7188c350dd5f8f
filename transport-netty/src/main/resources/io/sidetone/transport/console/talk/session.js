// A call from this page: one WebSocket, one microphone, one loudspeaker, and the model between them.
import { Devices } from '../audio/devices.js';
import { allows, dropped, initial, parse, press, reduce } from './protocol.js';

const REPORT_EVERY_MS = 200;
const MIC_STATES = new Set(['idle', 'user_speaking', 'ai_thinking', 'ai_speaking']);
const MAX_WAITING_BYTES = 64 * 1024;

export class Session {
  /**
   * @param {object} options url, agent, mode ('ptt' or 'open'), locale, narrated(): string, registry: ActionRegistry
   * @param {object} listener changed(model), effect(effect), levels({microphone, agent})
   */
  constructor(options, listener) {
    this.options = options;
    this.listener = listener;
    this.model = initial();
    this.mode = options.mode;
    this.capturing = false;
    this.turns = new Map();
    this.stops = [];
    this.cancelled = new Set();
    this.levels = { microphone: 0, agent: 0 };
    this.lastReport = 0;
    this.devices = new Devices({
      captured: (samples, peak) => this.captured(samples, peak),
      progress: (report) => this.progress(report),
      stopped: (account) => this.stopped(account),
    });
  }

  /** Opens the devices, then the socket. Call it inside a click. */
  async start() {
    this.set({ ...this.model, state: 'connecting', from: 'not_connected' });
    this.listener.effect({ kind: 'state', value: 'connecting', from: 'not_connected', trigger: 'client.connect' });
    const opened = await this.devices.open();
    if (!opened.microphone) {
      this.listener.effect({ kind: 'microphone', reason: opened.reason });
    }
    const socket = new WebSocket(this.options.url);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onopen = () => {
      this.opened = true;
      this.initialize();
    };
    socket.onmessage = (event) => this.received(event.data);
    socket.onclose = (event) => this.closed(event);
  }

  initialize() {
    const format = { encoding: 'pcm16', sampleRateHz: this.devices.rateHz };
    this.send('session.initialize', {
      ...(this.options.agent ? { agent: this.options.agent } : {}),
      narrated_state: this.options.narrated(),
      actions: this.options.registry.wire(),
      user: { user_id: this.options.userId, locale: this.options.locale },
      audio: { input: format, output: format },
      playback: { reports: true },
      mode: this.mode,
    });
  }

  send(type, payload = {}) {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ type, payload }));
    }
  }

  /** Sends what the state allows; what it does not is not even tried. */
  offer(type, payload = {}) {
    const allowed = allows(this.model.state, type);
    if (allowed) {
      this.send(type, payload);
    }
    return allowed;
  }

  received(data) {
    const message = typeof data === 'string' ? parse(data) : null;
    const wrong = message === null ? 'it is no message' : this.options.check?.(message) ?? null;
    if (wrong !== null) {
      this.listener.effect({ kind: 'fault', code: 'malformed_message', message: `a message of the server was not understood: ${wrong}` });
      return;
    }
    const { model, effects } = reduce(this.model, message);
    effects.forEach((effect) => this.carryOut(effect));
    this.set(model);
    effects.forEach((effect) => this.listener.effect(effect));
  }

  set(model) {
    this.model = model;
    this.listener.changed(model);
  }

  carryOut(effect) {
    switch (effect.kind) {
      case 'play':
        try {
          this.devices.play(effect.turn, effect.startMs, effect.audio);
        } catch (error) {
          this.listener.effect({ kind: 'fault', code: 'invalid_audio', message: error.message });
        }
        break;
      case 'pause':
      case 'resume':
        this.devices.tell({ kind: effect.kind });
        break;
      case 'stop':
      case 'complete':
        this.devices.tell({ kind: effect.kind, turn: effect.turn });
        break;
      case 'cancelled':
        this.cancelled.add(effect.invocation);
        break;
      case 'invoke':
        this.invoke(effect);
        break;
      case 'state':
        if (effect.from === 'user_speaking' && effect.value !== 'user_speaking') {
          this.capturing = false;
        }
        break;
      case 'fault':
        if (effect.operation === 'input.start' || effect.operation === 'input.barge_in') {
          this.capturing = false;
        }
        break;
      case 'over':
        this.end();
        break;
    }
  }

  async invoke({ action, invocation, parameters }) {
    const result = await this.options.registry.invoke(action, invocation, parameters);
    if (this.cancelled.has(invocation)) {
      return;
    }
    this.send('action.result', { ...result, narrated_state: this.options.narrated() });
    this.listener.effect({ kind: 'acted', action, result });
  }

  /** The page shows something else now. */
  narrate() {
    this.send('state.update', { narrated_state: this.options.narrated(), actions: this.options.registry.wire() });
  }

  /** Push-to-talk goes down, or a tap opens the microphone. Playback stops here, before the server knows. */
  speak(trigger) {
    const wish = press(this.model.state, trigger);
    if (wish === null) {
      return false;
    }
    if (wish.silence && this.model.speaking !== null) {
      this.devices.tell({ kind: 'stop', turn: this.model.speaking });
    }
    this.capturing = true;
    this.send(...wish.message);
    return true;
  }

  /** Push-to-talk goes up, or the second tap. */
  release() {
    if (!this.capturing) {
      return;
    }
    this.capturing = false;
    this.send('input.end');
  }

  /** The press was a tap: from now on silence ends the turn too. */
  tapped() {
    if (this.capturing) {
      this.send('input.start', { trigger: 'tap' });
    }
  }

  setMode(mode) {
    this.mode = mode;
    this.capturing = false;
  }

  type(text) {
    this.send('text.input', { text });
  }

  /** Stop: whatever the agent does is taken back. */
  cancel() {
    if (this.model.speaking !== null) {
      this.devices.tell({ kind: 'stop', turn: this.model.speaking });
    }
    return this.offer('response.cancel');
  }

  yieldTurn() {
    if (this.model.speaking !== null) {
      this.devices.tell({ kind: 'stop', turn: this.model.speaking });
    }
    return this.offer('turn.yield', { reason: 'console' });
  }

  hangUp() {
    this.send('session.close');
    this.set(dropped(this.model, 'hung up'));
    this.listener.effect({ kind: 'over', reason: 'hung up' });
    this.end();
  }

  captured(samples, peak) {
    this.levels.microphone = peak;
    this.listener.levels(this.levels);
    const streaming = this.mode === 'open' ? MIC_STATES.has(this.model.state) : this.capturing;
    if (!streaming || this.socket?.readyState !== WebSocket.OPEN || this.socket.bufferedAmount > MAX_WAITING_BYTES) {
      return;
    }
    this.socket.send(samples.buffer);
  }

  progress(report) {
    this.levels.agent = report.peak;
    this.listener.levels(this.levels);
    if (report.account === null) {
      return;
    }
    this.turns.set(report.account.turn, report.account);
    const now = performance.now();
    if (now - this.lastReport >= REPORT_EVERY_MS && report.account.positionMs !== this.reported) {
      this.lastReport = now;
      this.played(report.account);
    }
  }

  /** What really sounded, less what the device still holds. */
  played({ turn, positionMs }) {
    this.reported = positionMs;
    this.send('audio.played', { turn, positionMs: Math.max(0, positionMs - this.devices.latencyMs) });
  }

  stopped(account) {
    this.turns.set(account.turn, account);
    this.stops = [...this.stops, account].slice(-20);
    this.listener.effect({ kind: 'stopped', account });
    if (account.played > 0) {
      this.played(account);
    }
  }

  closed(event) {
    if (this.socket === undefined) {
      return;
    }
    this.end();
    if (this.model.state !== 'not_connected') {
      const reason = this.opened !== true ? 'the server did not take the call: it may be full, or want another token'
        : event.reason || (event.code === 1000 ? 'the server closed the call' : `the connection was lost (${event.code})`);
      this.set(dropped(this.model, reason));
      this.listener.effect({ kind: 'over', reason });
    }
  }

  end() {
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
    this.devices.close();
    this.capturing = false;
    this.levels = { microphone: 0, agent: 0 };
  }
}
