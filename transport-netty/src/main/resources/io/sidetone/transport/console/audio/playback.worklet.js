// Plays the agent's turns. A stop is heard in the very next render quantum; what was played of each turn is counted here.
import { PlaybackRing } from './ring.js';

const REPORT_QUANTA = 16;
const SECONDS_WAITING = 30;
const PREBUFFER_MS = 40;
const QUANTUM = 128;

class Playback extends AudioWorkletProcessor {
  constructor() {
    super();
    this.ring = new PlaybackRing(
      SECONDS_WAITING * sampleRate, sampleRate, (PREBUFFER_MS * sampleRate) / 1000, QUANTUM);
    this.quanta = 0;
    this.peak = 0;
    this.sent = null;
    this.port.onmessage = (event) => this.command(event.data);
  }

  command(message) {
    const ring = this.ring;
    switch (message.kind) {
      case 'audio':
        ring.push(message.turn, message.startMs, message.samples);
        break;
      case 'complete':
        ring.complete(message.turn);
        break;
      case 'pause':
        ring.pause();
        break;
      case 'resume':
        ring.resume();
        break;
      case 'stop':
        this.stop(message.turn);
        break;
    }
  }

  stop(turn) {
    const cut = this.ring.stop(turn);
    if (cut !== null) {
      // Told one quantum later, when it is known what still sounded.
      this.stopping = { turn: cut, atFrame: currentFrame };
    }
  }

  process(inputs, outputs) {
    const out = outputs[0][0];
    const filled = this.ring.render(out);
    for (let i = 0; i < filled; i++) {
      this.peak = Math.max(this.peak, Math.abs(out[i]));
    }
    if (filled > 0) {
      this.lastFrame = currentFrame + filled;
    }
    for (let channel = 1; channel < outputs[0].length; channel++) {
      outputs[0][channel].set(out);
    }
    if (this.stopping !== undefined) {
      const { turn, atFrame } = this.stopping;
      this.stopping = undefined;
      this.port.postMessage({
        kind: 'stopped', ...this.ring.of(turn), stopFrame: atFrame, lastFrame: this.lastFrame ?? 0, quantum: out.length });
    }
    if (++this.quanta % REPORT_QUANTA === 0) {
      this.report();
    }
    return true;
  }

  report() {
    const turn = this.ring.playing;
    const account = turn === undefined ? null : { ...this.ring.of(turn) };
    this.port.postMessage({
      kind: 'progress', peak: this.peak, waiting: this.ring.waiting, underruns: this.ring.underruns,
      dropped: this.ring.dropped, account });
    this.peak = 0;
  }
}

registerProcessor('sidetone-playback', Playback);
