// Cuts the microphone into 20 ms of PCM16 at the context's rate.
import { pcm16 } from './pcm.js';

const FRAME_MS = 20;

class Capture extends AudioWorkletProcessor {
  constructor() {
    super();
    this.frame = new Int16Array((sampleRate * FRAME_MS) / 1000);
    this.filled = 0;
    this.peak = 0;
  }

  process(inputs) {
    const input = inputs[0][0];
    if (input === undefined) {
      return true;
    }
    for (let i = 0; i < input.length; i++) {
      this.peak = Math.max(this.peak, Math.abs(input[i]));
      this.frame[this.filled++] = pcm16(input[i]);
      if (this.filled === this.frame.length) {
        const samples = this.frame;
        this.frame = new Int16Array(samples.length);
        this.filled = 0;
        this.port.postMessage({ samples, peak: this.peak }, [samples.buffer]);
        this.peak = 0;
      }
    }
    return true;
  }
}

registerProcessor('sidetone-capture', Capture);
