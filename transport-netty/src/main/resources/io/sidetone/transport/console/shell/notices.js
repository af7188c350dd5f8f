// Notices at the edge of the page: what is wrong now, for as long as it is.
import { h, icon } from './dom.js';

const PASSING_MS = 6000;

/** Keeps the list `element`; a notice is known by its key, and the same key replaces it. */
export class Notices {
  constructor(element) {
    this.element = element;
    this.shown = new Map();
  }

  /** @param {'info'|'warn'|'bad'} tone a passing notice goes by itself, a standing one when `clear` says so */
  show(key, tone, title, text, standing = false) {
    this.clear(key);
    const note = h('li', { class: 'notice', 'data-tone': tone, 'data-notice': key, role: tone === 'bad' ? 'alert' : 'status' },
      icon(tone === 'info' ? 'info' : 'warn'),
      h('div', null, h('strong', null, title), text ? h('p', null, text) : null),
      h('button', { class: 'quiet', type: 'button', 'aria-label': `Dismiss: ${title}`, onclick: () => this.dismiss(key) }, icon('close')));
    this.element.append(note);
    const timer = standing ? null : setTimeout(() => this.clear(key), PASSING_MS);
    this.shown.set(key, { note, timer, text });
  }

  /** Whether the notice is shown with that text, so that showing it again would only read it aloud again. */
  says(key, text) {
    return this.shown.get(key)?.text === text;
  }

  /** Takes a notice away; it comes back when it says something else. */
  dismiss(key) {
    const known = this.shown.get(key);
    clearTimeout(known?.timer);
    known?.note.remove();
  }

  clear(key) {
    const known = this.shown.get(key);
    if (known !== undefined) {
      clearTimeout(known.timer);
      known.note.remove();
      this.shown.delete(key);
    }
  }
}
