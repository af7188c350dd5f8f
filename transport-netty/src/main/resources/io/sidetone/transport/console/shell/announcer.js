// What a screen reader is told: one polite region, the last word of a burst.

const SETTLE_MS = 120;

/** Speaks through the live region `element`; `log` keeps the last announcements. */
export class Announcer {
  constructor(element) {
    this.element = element;
    this.log = [];
    this.waiting = null;
  }

  say(text) {
    this.next = text;
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      this.log = [...this.log, this.next].slice(-50);
      // The same words again are an announcement too.
      this.element.textContent = this.element.textContent === this.next ? `${this.next}\u00a0` : this.next;
    }, SETTLE_MS);
  }
}
