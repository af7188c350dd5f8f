// Levels as people see them: a bar with a held peak, calm where less motion is wanted.
import { meter as scale } from '../audio/pcm.js';
import { h, mark } from '../shell/dom.js';

const CALM_MS = 250;
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** A meter named `label`; `show` takes a peak of 0…1. */
export function meter(label) {
  const bar = h('span', { class: 'meter-bar' });
  const element = h('div', { class: 'meter', role: 'meter', 'aria-label': label, 'aria-valuemin': '0', 'aria-valuemax': '100', 'aria-valuenow': '0' }, bar);
  let level = 0;
  let last = 0;
  return {
    element,
    show(peak) {
      const now = performance.now();
      if (still.matches && now - last < CALM_MS) {
        return;
      }
      last = now;
      level = Math.max(scale(peak), still.matches ? 0 : level * 0.82);
      bar.style.setProperty('--level', level.toFixed(3));
      mark(element, 'aria-valuenow', String(Math.round(level * 100)));
    },
    get level() {
      return level;
    },
  };
}
