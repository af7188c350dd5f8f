// Microphone and loudspeaker of this page.
import { floatsOfBase64 } from './pcm.js';

const RATE_HZ = 48000;

/** Both worklets on one audio clock; create it inside a click, as browsers want it. */
export class Devices {
  /** @param {{captured: Function, progress: Function, stopped: Function}} listener told of both directions */
  constructor(listener) {
    this.listener = listener;
  }

  get rateHz() {
    return this.context.sampleRate;
  }

  /** Milliseconds between the worklet and the ear. */
  get latencyMs() {
    const seconds = (this.context.outputLatency || 0) + (this.context.baseLatency || 0);
    return Math.round(seconds * 1000);
  }

  /** Opens the loudspeaker, then the microphone; without a microphone the call can be typed and heard. */
  async open() {
    if (!window.isSecureContext) {
      throw new Error('browsers give microphone and sound to pages over https or on localhost only');
    }
    this.context = new AudioContext({ sampleRate: RATE_HZ, latencyHint: 'interactive' });
    await Promise.all([
      this.context.audioWorklet.addModule(new URL('./playback.worklet.js', import.meta.url)),
      this.context.audioWorklet.addModule(new URL('./capture.worklet.js', import.meta.url)),
    ]);
    this.speaker = new AudioWorkletNode(this.context, 'sidetone-playback', { numberOfInputs: 0, outputChannelCount: [1] });
    this.speaker.port.onmessage = (event) => this.fromSpeaker(event.data);
    this.speaker.connect(this.context.destination);
    await this.context.resume();
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
      });
    } catch (refused) {
      return { microphone: false, reason: refused.name };
    }
    this.source = this.context.createMediaStreamSource(this.stream);
    this.capture = new AudioWorkletNode(this.context, 'sidetone-capture', { numberOfOutputs: 0, channelCount: 1, channelCountMode: 'explicit' });
    this.capture.port.onmessage = (event) => this.listener.captured(event.data.samples, event.data.peak);
    this.source.connect(this.capture);
    return { microphone: true };
  }

  fromSpeaker(message) {
    if (message.kind === 'progress') {
      this.listener.progress(message);
    } else {
      this.listener.stopped(message);
    }
  }

  /** Queues a piece of a turn. */
  play(turn, startMs, base64) {
    const samples = floatsOfBase64(base64);
    this.tell({ kind: 'audio', turn, startMs, samples }, [samples.buffer]);
  }

  tell(message, transfer = []) {
    this.speaker?.port.postMessage(message, transfer);
  }

  close() {
    this.stream?.getTracks().forEach((track) => track.stop());
    this.source?.disconnect();
    this.speaker?.disconnect();
    this.context?.close();
    this.stream = this.source = this.capture = this.speaker = undefined;
  }
}
