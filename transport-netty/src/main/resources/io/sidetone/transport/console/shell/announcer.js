// What a screen reader is told: one polite region. Of states that follow each other quickly the last is told; nothing else is lost.

const SETTLE_MS = 120;

/** Speaks through the live region `element`. */
export class Announcer {
  constructor(element) {
    this.element = element;
    this.words = [];
    this.state = '';
    this.waiting = null;
  }

  /** Something that happened. */
  say(text) {
    this.words.push(text);
    this.soon();
  }

  /** The state that is now; it takes the place of one that was not told yet. */
  now(text) {
    this.state = text;
    this.soon();
  }

  soon() {
    this.waiting ??= setTimeout(() => this.tell(), SETTLE_MS);
  }

  tell() {
    const text = [...this.words, this.state].filter((each) => each !== '').join(' ');
    this.waiting = null;
    this.words = [];
    this.state = '';
    // The same words again are an announcement too.
    this.element.textContent = this.element.textContent === text ? `${text}\u00a0` : text;
  }
}
