// Parts of a page of which one is shown: buttons with the roles of tabs, by arrow keys, too.
import { h, mark } from '../shell/dom.js';

let count = 0;

/** @param {Array<[string, Element]>} parts names and what they show */
export function tabs(label, parts) {
  const group = ++count;
  const buttons = parts.map(([name], i) => h('button', { type: 'button', role: 'tab', id: `tab-${group}-${i}`, 'aria-controls': `panel-${group}-${i}`, onclick: () => choose(i) }, name));
  const panels = parts.map(([, part], i) => h('div', { role: 'tabpanel', id: `panel-${group}-${i}`, 'aria-labelledby': `tab-${group}-${i}`, class: 'panel' }, part));
  const bar = h('div', { class: 'segmented tabs', role: 'tablist', 'aria-label': label, onkeydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined) {
      const next = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
      choose(next);
      buttons[next].focus();
      event.preventDefault();
    }
  } }, ...buttons);

  function choose(shown) {
    buttons.forEach((button, i) => {
      mark(button, 'aria-selected', String(i === shown));
      mark(button, 'tabindex', i === shown ? '0' : '-1');
      mark(panels[i], 'hidden', i !== shown);
    });
  }

  choose(0);
  return { element: h('section', { class: 'tabbed' }, bar, ...panels), choose: (name) => choose(parts.findIndex(([each]) => each === name)) };
}
