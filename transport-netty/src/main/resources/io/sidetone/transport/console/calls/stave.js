// The score of a call: the caller's line above, the agent's below, the states between them, and what cut whom short.
import { h, mark, s, write } from '../shell/dom.js';
import { clock } from '../shell/format.js';
import { stateOf } from '../shell/states.js';
import { draw, marks, ruler, spans, wave } from '../timeline/timeline.js';
import { around, drawable, shown } from './timeline.js';

const ROWS = { ruler: 16, caller: 64, states: 112, agent: 164, bottom: 206 };
const HALF = 24;
const LEFT = 66;
const RIGHT = 10;
const WINDOWS = [[15000, '15 s'], [60000, '1 min'], [0, 'Whole call']];

const label = (text, y) => () => [s('text', { class: 'name', x: 0, y: y + 4 }, text)];

const turns = (lane, role, name, y) => spans({
  lane, top: y - HALF, height: 2 * HALF, least: 2, rx: 5,
  attributes: ({ kind }) => ({ class: `turn ${role}${kind === 'cut' ? ' cut-short' : ''}` }),
  title: ({ startMs, endMs }) => `${name}, ${clock(startMs)} to ${clock(endMs)}`,
});

const states = spans({
  lane: 'state', top: ROWS.states - 10, height: 20, gap: 1, rx: 3,
  attributes: ({ kind }) => ({ class: 'span', 'data-state': kind }),
  title: ({ kind, text, trigger, startMs, endMs }) => `${stateOf(kind).label} (${text}), ${clock(startMs)} to ${clock(endMs)}, by ${trigger}`,
  inside: ({ kind }, { left, width }) => {
    const { label: word } = stateOf(kind);
    return [
      width > 24 ? s('use', { href: `#i-${kind}`, x: left + 5, y: ROWS.states - 6, width: 12, height: 12 }) : null,
      width > word.length * 6.6 + 28 ? s('text', { x: left + 21, y: ROWS.states + 4 }, word) : null,
    ];
  },
});

const PARTS = [
  () => [s('title', null, 'Floor timeline: who spoke when, in which state the call was, and where somebody was interrupted')],
  ruler({ spacing: 90, text: ROWS.ruler, top: ROWS.ruler + 6, bottom: ROWS.bottom, name: clock }),
  label('Caller', ROWS.caller), label('State', ROWS.states), label('Agent', ROWS.agent),
  turns('caller', 'user', 'Caller', ROWS.caller), turns('agent', 'assistant', 'Agent', ROWS.agent),
  wave({ voice: 'caller', className: 'user', middle: ROWS.caller, half: HALF - 4 }),
  wave({ voice: 'agent', className: 'assistant', middle: ROWS.agent, half: HALF - 4 }),
  states,
  marks({ dot: ROWS.states - 19, top: ROWS.caller - HALF, bottom: ROWS.agent + HALF + 4, latency: ROWS.agent + HALF + 14 }),
];

export class Stave {
  constructor() {
    this.window = 60000;
    this.svg = s('svg', { class: 'stave', role: 'img', 'aria-label': 'Floor timeline' });
    this.caption = h('p', { class: 'sub stave-note' });
    this.choices = WINDOWS.map(([window, label]) =>
      h('button', { type: 'button', 'aria-pressed': String(window === this.window), onclick: () => this.choose(window) }, label));
    this.element = h('figure', { class: 'score' },
      h('figcaption', { class: 'row' }, h('h2', null, 'Floor'), this.caption,
        h('span', { class: 'segmented', role: 'group', 'aria-label': 'How much of the call is shown' }, ...this.choices)),
      this.svg);
    this.svg.addEventListener('click', (event) => this.clicked(event));
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(this.svg);
  }

  /** Runs with the time that is clicked on. */
  onPlace(listener) {
    this.placed = listener;
    mark(this.svg, 'class', 'stave placed');
  }

  clicked(event) {
    if (this.placed !== undefined && this.stretch !== undefined) {
      const box = this.svg.getBoundingClientRect();
      const { fromMs, toMs } = this.stretch;
      const part = (event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
      this.placed(fromMs + Math.min(1, Math.max(0, part)) * (toMs - fromMs));
    }
  }

  /** Moves the line that shows the place; the stretch that is shown follows it. */
  at(ms) {
    const before = this.stretch;
    this.atMs = ms;
    if (before === undefined || ms < before.fromMs || ms > before.toMs) {
      this.draw();
    } else {
      this.line();
    }
  }

  line() {
    this.svg.querySelector('.place')?.remove();
    if (this.atMs !== undefined && this.stretch !== undefined) {
      const { fromMs, toMs, width } = this.stretch;
      const x = LEFT + ((this.atMs - fromMs) / (toMs - fromMs)) * (width - LEFT - RIGHT);
      this.svg.append(s('line', { class: 'place', x1: x, x2: x, y1: ROWS.ruler, y2: ROWS.bottom }));
    }
  }

  choose(window) {
    this.window = window;
    this.choices.forEach((choice, i) => mark(choice, 'aria-pressed', String(WINDOWS[i][0] === window)));
    this.draw();
  }

  show(model, levels) {
    this.model = model;
    this.levels = levels;
    this.draw();
  }

  close() {
    this.resized.disconnect();
  }

  draw() {
    const width = Math.round(this.svg.clientWidth);
    if (this.model === undefined || width === 0) {
      return;
    }
    const [from, to] = this.atMs === undefined ? shown(this.model.endMs, this.window) : around(this.atMs, this.model.endMs, this.window);
    const interruptions = this.model.turns.filter((turn) => turn.interruption !== null).length;
    write(this.caption, interruptions === 0 ? 'No interruption so far' : `${interruptions} interruption${interruptions === 1 ? '' : 's'}`);
    this.stretch = { fromMs: from, toMs: to, width };
    draw(this.svg, drawable(this.model, this.levels), { fromMs: from, toMs: to, width, height: ROWS.bottom, left: LEFT, right: RIGHT }, PARTS);
    this.line();
  }
}
