// The agent's voice between the socket and the loudspeaker. Runs inside the AudioWorklet; pure, so that tests run it too.

/** Turns are the server's tokens: whole numbers as text, growing. */
export function notAfter(turn, limit) {
  return BigInt(turn) <= BigInt(limit);
}

const REMEMBERED = 32;

/**
 * Samples that wait, in segments of turns. `stop` forgets a turn: the next quantum fades out what was sounding, and nothing of
 * the turn comes after it. Every sample that was played is counted to its turn.
 */
export class PlaybackRing {
  /**
   * @param {number} capacity samples that may wait
   * @param {number} rate samples per second
   * @param {number} prebuffer samples that must wait before a turn begins to sound
   * @param {number} quantum samples of one render call
   */
  constructor(capacity, rate, prebuffer, quantum = 128) {
    this.samples = new Float32Array(capacity);
    this.rate = rate;
    this.prebuffer = prebuffer;
    this.quantum = quantum;
    this.read = 0;
    this.waiting = 0;
    this.segments = [];
    this.tail = null;
    this.paused = false;
    this.sounding = false;
    this.fadeIn = false;
    this.fence = null;
    this.turns = new Map();
    this.dropped = 0;
    this.underruns = 0;
  }

  /** Takes samples of a turn; returns how many found room. Those of a stopped turn find none. */
  push(turn, startMs, samples) {
    if (this.fence !== null && notAfter(turn, this.fence)) {
      this.of(turn).late += samples.length;
      return 0;
    }
    const room = Math.min(samples.length, this.samples.length - this.waiting);
    let write = (this.read + this.waiting) % this.samples.length;
    for (let i = 0; i < room; i++) {
      this.samples[write] = samples[i];
      write = write + 1 === this.samples.length ? 0 : write + 1;
    }
    this.waiting += room;
    this.dropped += samples.length - room;
    if (room > 0) {
      this.segments.push({ turn, startMs, length: room, taken: 0 });
      this.of(turn).queued += room;
    }
    return room;
  }

  /** The turn was sent to its end: what waits of it may sound although it is short. */
  complete(turn) {
    this.of(turn).complete = true;
  }

  pause() {
    if (!this.paused) {
      this.paused = true;
      this.fadeOut();
    }
  }

  resume() {
    this.paused = false;
    this.fadeIn = true;
  }

  /**
   * Forgets everything up to and with `turn`, which may be later than any that came: what the server cancels, it cancels by
   * the number of the cancellation. Returns the turn that was cut short by it, or null.
   */
  stop(turn) {
    this.fence = this.fence !== null && notAfter(turn, this.fence) ? this.fence : turn;
    const cut = this.cutShort();
    this.fadeOut();
    const kept = [];
    while (this.segments.length > 0) {
      const segment = this.segments.shift();
      if (notAfter(segment.turn, this.fence)) {
        const rest = segment.length - segment.taken;
        this.of(segment.turn).discarded += rest;
        this.of(segment.turn).stopped = true;
        this.read = (this.read + rest) % this.samples.length;
        this.waiting -= rest;
      } else {
        kept.push(segment);
      }
    }
    this.segments = kept;
    this.paused = false;
    if (cut !== null) {
      this.of(cut).stopped = true;
    }
    return cut;
  }

  /** What waits of a dead turn, or has sounded and was not sent to its end. */
  cutShort() {
    const waits = this.segments.find((segment) => notAfter(segment.turn, this.fence));
    if (waits !== undefined) {
      return waits.turn;
    }
    const last = this.playing === undefined || !notAfter(this.playing, this.fence) ? null : this.of(this.playing);
    return last === null || last.complete || last.stopped ? null : last.turn;
  }

  /** One faded quantum in place of a click: the next samples, falling to silence. */
  fadeOut() {
    if (!this.sounding || this.segments.length === 0) {
      this.sounding = false;
      return;
    }
    const turn = this.segments[0].turn;
    const tail = new Float32Array(this.quantum);
    const length = this.take(tail, turn);
    for (let i = 0; i < length; i++) {
      tail[i] *= (length - i) / length;
    }
    this.tail = { turn, samples: tail, length };
    this.sounding = false;
  }

  /** Fills `out` with what is due; returns how many samples of a turn are in it. */
  render(out) {
    if (this.tail !== null) {
      const { turn, samples, length } = this.tail;
      this.tail = null;
      out.fill(0);
      out.set(samples.subarray(0, Math.min(length, out.length)));
      const account = this.of(turn);
      if (account.stopped) {
        account.afterStop += length;
      }
      return length;
    }
    if (this.paused || !this.ready()) {
      out.fill(0);
      return 0;
    }
    const wasSounding = this.sounding;
    const filled = this.take(out, null);
    out.fill(0, filled);
    this.sounding = filled === out.length;
    if (filled < out.length && filled > 0 && !this.lastComplete) {
      this.underruns++;
    }
    if (!wasSounding && this.fadeIn) {
      for (let i = 0; i < filled; i++) {
        out[i] *= i / filled;
      }
      this.fadeIn = false;
    }
    return filled;
  }

  ready() {
    if (this.waiting === 0) {
      this.sounding = false;
      return false;
    }
    return this.sounding || this.waiting >= this.prebuffer || this.of(this.segments[0].turn).complete;
  }

  /** Moves samples out of the ring, of one turn alone where `only` names it. */
  take(out, only) {
    let filled = 0;
    while (filled < out.length && this.segments.length > 0) {
      const segment = this.segments[0];
      if (only !== null && segment.turn !== only) {
        break;
      }
      const account = this.of(segment.turn);
      const count = Math.min(out.length - filled, segment.length - segment.taken);
      for (let i = 0; i < count; i++) {
        out[filled + i] = this.samples[this.read];
        this.read = this.read + 1 === this.samples.length ? 0 : this.read + 1;
      }
      filled += count;
      segment.taken += count;
      this.waiting -= count;
      account.played += count;
      account.positionMs = segment.startMs + Math.floor((segment.taken * 1000) / this.rate);
      this.playing = segment.turn;
      this.lastComplete = account.complete;
      if (segment.taken === segment.length) {
        this.segments.shift();
      }
    }
    return filled;
  }

  /** What is known of a turn; of old ones nothing. */
  of(turn) {
    let account = this.turns.get(turn);
    if (account === undefined) {
      account = {
        turn,
        queued: 0,
        played: 0,
        discarded: 0,
        late: 0,
        afterStop: 0,
        positionMs: 0,
        stopped: false,
        complete: false,
      };
      this.turns.set(turn, account);
      if (this.turns.size > REMEMBERED) {
        this.turns.delete(this.turns.keys().next().value);
      }
    }
    return account;
  }
}
