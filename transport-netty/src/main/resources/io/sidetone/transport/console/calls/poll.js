// Asks again at a pace, and at once when something happened; never twice at the same time.

export class Poll {
  /** @param {Function} ask returns a promise; its failure is shown by `failed` and asking goes on */
  constructor(everyMs, ask, failed) {
    this.everyMs = everyMs;
    this.ask = ask;
    this.failed = failed;
    this.open = true;
    this.soon();
  }

  /** Something happened: the answer is out of date. */
  soon() {
    if (!this.open) {
      return;
    }
    clearTimeout(this.timer);
    if (this.busy) {
      this.again = true;
      return;
    }
    this.run();
  }

  async run() {
    this.busy = true;
    this.again = false;
    try {
      await this.ask();
    } catch (error) {
      if (this.open) {
        this.failed(error);
      }
    }
    this.busy = false;
    if (this.open) {
      this.timer = setTimeout(() => this.run(), this.again ? 60 : this.everyMs);
    }
  }

  close() {
    this.open = false;
    clearTimeout(this.timer);
  }
}
