// The score of a call: the caller's line above, the agent's below, the states between them, and what cut whom short.
import { h, mark, s, write } from '../shell/dom.js';
import { clock } from '../shell/format.js';
import { stateOf } from '../shell/states.js';
import { levelsOf, outline, shown, ticks } from './timeline.js';

const ROWS = { ruler: 16, caller: 64, states: 112, agent: 164, bottom: 206 };
const HALF = 24;
const LEFT = 66;
const WINDOWS = [[15000, '15 s'], [60000, '1 min'], [0, 'Whole call']];

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
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(this.svg);
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
    const [from, to] = shown(this.model.endMs, this.window);
    const x = (at) => LEFT + ((Math.min(Math.max(at, from), to) - from) / (to - from)) * (width - LEFT - 10);
    const inside = (a, b) => b >= from && a <= to;
    mark(this.svg, 'viewBox', `0 0 ${width} ${ROWS.bottom}`);
    const interruptions = this.model.turns.filter((turn) => turn.interruption !== null).length;
    write(this.caption, interruptions === 0 ? 'No interruption so far' : `${interruptions} interruption${interruptions === 1 ? '' : 's'}`);
    this.svg.replaceChildren(...[
      s('title', null, 'Floor timeline: who spoke when, in which state the call was, and where somebody was interrupted'),
      ...this.ruler(from, to, x, width),
      this.label('Caller', ROWS.caller), this.label('State', ROWS.states), this.label('Agent', ROWS.agent),
      ...this.turns(x, inside),
      ...this.waves(from, to, x),
      ...this.states(x, inside),
      ...this.marks(x, inside)].filter((each) => each !== null));
  }

  ruler(from, to, x, width) {
    return ticks(from, to, width / 90).flatMap((at) => [
      s('line', { class: 'rule', x1: x(at), x2: x(at), y1: ROWS.ruler + 6, y2: ROWS.bottom }),
      x(at) > width - 44 ? null : s('text', { class: 'tick', x: x(at) + 3, y: ROWS.ruler }, clock(at)),
    ]);
  }

  label(text, y) {
    return s('text', { class: 'voice', x: 0, y: y + 4 }, text);
  }

  turns(x, inside) {
    return this.model.turns.filter((turn) => inside(turn.fromMs, turn.toMs)).map((turn) => {
      const y = turn.role === 'user' ? ROWS.caller : ROWS.agent;
      return s('rect', {
        class: `turn ${turn.role}${turn.interruption === null ? '' : ' cut'}`,
        x: x(turn.fromMs), width: Math.max(2, x(turn.toMs) - x(turn.fromMs)), y: y - HALF, height: 2 * HALF, rx: 5,
      }, s('title', null, `${turn.role === 'user' ? 'Caller' : 'Agent'}, ${clock(turn.fromMs)} to ${clock(turn.toMs)}`));
    });
  }

  waves(from, to, x) {
    if (this.levels === undefined) {
      return [];
    }
    const { stepMs, fromMs, caller, agent } = this.levels;
    const first = Math.max(0, Math.floor((from - fromMs) / stepMs));
    const last = Math.ceil((to - fromMs) / stepMs);
    const start = fromMs + first * stepMs;
    const of = (levels) => levelsOf(levels.slice(first, last));
    return [
      s('path', { class: 'wave user', d: outline(of(caller), start, stepMs, x, ROWS.caller, HALF - 4) }),
      s('path', { class: 'wave assistant', d: outline(of(agent), start, stepMs, x, ROWS.agent, HALF - 4) }),
    ];
  }

  states(x, inside) {
    return this.model.states.filter((span) => inside(span.fromMs, span.toMs)).map((span) => {
      const width = Math.max(1, x(span.toMs) - x(span.fromMs));
      const { label } = stateOf(span.state);
      return s('g', { class: 'span', 'data-state': span.state },
        s('title', null, `${label} (${span.engine}), ${clock(span.fromMs)} to ${clock(span.toMs)}, by ${span.trigger}`),
        s('rect', { x: x(span.fromMs), width: Math.max(1, width - 1), y: ROWS.states - 10, height: 20, rx: 3 }),
        width > 24 ? s('use', { href: `#i-${span.state}`, x: x(span.fromMs) + 5, y: ROWS.states - 6, width: 12, height: 12 }) : null,
        width > label.length * 6.6 + 28 ? s('text', { x: x(span.fromMs) + 21, y: ROWS.states + 4 }, label) : null);
    });
  }

  marks(x, inside) {
    return this.model.marks.filter(({ atMs }) => inside(atMs, atMs)).map((each) => {
      const at = x(each.atMs);
      if (each.kind === 'interruption') {
        return s('g', { class: 'mark interruption' }, s('title', null, each.text),
          s('line', { x1: at, x2: at, y1: ROWS.caller - HALF, y2: ROWS.agent + HALF + 4 }),
          s('text', { x: at + 4, y: ROWS.agent + HALF + 14 }, `${each.latencyMs} ms`));
      }
      return s('g', { class: `mark ${each.kind}` }, s('title', null, `${each.kind}: ${each.text}`),
        s('circle', { cx: at, cy: ROWS.states - 19, r: 3 }));
    });
  }
}
