// A state as icon, shape, word and motion.
import { OVERLAYS, stateOf } from './states.js';
import { h, icon, mark, write } from './dom.js';

/** A badge that `show` keeps up to date. */
export function badge() {
  const glyph = icon('not_connected', 'glyph');
  const word = h('span', { class: 'word' });
  const more = h('span', { class: 'overlays' });
  const element = h('span', { class: 'badge' }, glyph, word, more);
  return {
    element,
    show(vip, overlays = []) {
      const state = stateOf(vip);
      mark(element, 'data-state', state.id);
      mark(element, 'title', state.says);
      mark(glyph.firstElementChild, 'href', `#i-${state.id}`);
      write(word, state.label);
      const wanted = overlays.join(' ');
      if (more.dataset.shown !== wanted) {
        more.dataset.shown = wanted;
        more.replaceChildren(...overlays.map((name) =>
          h('span', { class: 'overlay', 'data-overlay': name, title: OVERLAYS[name].says },
            icon(name, 'glyph'), OVERLAYS[name].label)));
      }
    },
  };
}

/** Names of the overlays that a call of the API has. */
export function overlaysOf(call) {
  return Object.keys(OVERLAYS).filter((name) => call[name] === true);
}
