// The history: every call that is kept, found by filters that stand in the address.
import { h, mark, s, write } from '../shell/dom.js';
import { duration, latency, party, wall } from '../shell/format.js';
import { Poll } from '../calls/poll.js';
import { rows } from '../calls/rows.js';
import { levelsOf } from '../calls/timeline.js';
import { outline } from '../timeline/timeline.js';
import { FILTERS, addressOf, causeOf, dayOf, filtersOf, questionOf } from './filters.js';
import { KINDS, causes, troubleOf, troubles } from './trouble.js';

const POLL_MS = 5000;
const PAGE = 100;
const TODAY = 1000;
const WORST = 12;
const SPARK = { width: 96, height: 22, most: 3 };

const text = (of, className) => ({
  make: () => {
    const element = h('span', { class: className });
    return { element, show: (call) => write(element, of(call)) };
  },
});

const when = (iso) => {
  const at = new Date(iso);
  return dayOf(at) === dayOf(new Date()) ? wall(iso) : `${dayOf(at)} ${wall(iso)}`;
};

const who = {
  title: 'Caller',
  make(call) {
    const name = h('a', { href: `#/calls/${call.callId}`, class: 'caller' });
    const how = h('span', { class: 'sub' });
    return {
      element: h('span', { class: 'two' }, name, how),
      show(now) {
        write(name, party(now.from));
        write(how, `${now.direction === 'out' ? 'we called' : 'to'} ${party(now.to)}${now.trunk ? ` · ${now.trunk}` : ''}`);
      },
    };
  },
};

/** How it went, in words; the status where nobody took the call. */
const outcome = {
  title: 'How it ended',
  className: 'how',
  make() {
    const tag = h('span', { class: 'tag', hidden: true });
    const words = h('span', { class: 'sub' });
    return {
      element: h('span', { class: 'outcome' }, tag, words),
      show(call) {
        const trouble = troubleOf(call);
        mark(tag, 'hidden', trouble === null);
        mark(tag, 'data-trouble', trouble);
        write(tag, trouble === null ? '' : KINDS[trouble]);
        const times = call.attempts > 1 ? `${call.attempts} times: ` : '';
        write(words, call.state === 'live' ? 'goes on' : `${times}${call.reason ?? causeOf(call.cause)}${call.answered === false && call.status && call.state !== 'refused' ? ` (${call.status})` : ''}`);
      },
    };
  },
};

/** Both voices of a call, read when its row comes into view, a few at a time. */
class Sparks {
  constructor(api) {
    this.api = api;
    this.waiting = [];
    this.busy = 0;
    this.seen = new IntersectionObserver((entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => {
      this.seen.unobserve(target);
      this.waiting.push(target);
      this.next();
    }));
  }

  column() {
    return {
      title: 'Voices',
      className: 'wide',
      make: (call) => {
        const element = s('svg', { class: 'spark', viewBox: `0 0 ${SPARK.width} ${SPARK.height}`, 'aria-hidden': 'true', preserveAspectRatio: 'none', 'data-call': call.callId });
        if (call.answered === true) {
          this.seen.observe(element);
        }
        return { element, show: () => {} };
      },
    };
  }

  async next() {
    while (this.busy < SPARK.most && this.waiting.length > 0) {
      this.busy++;
      this.draw(this.waiting.shift()).catch(() => {}).finally(() => { this.busy--; this.next(); });
    }
  }

  async draw(element) {
    const { levels } = await this.api.get(`/api/calls/${element.dataset.call}/timeline`);
    if (levels === undefined || levels.caller === '') {
      return;
    }
    const thin = (name) => {
      const all = levelsOf(levels[name]);
      const step = Math.max(1, Math.ceil(all.length / SPARK.width));
      return Array.from({ length: Math.ceil(all.length / step) }, (_, i) => Math.max(...all.slice(i * step, (i + 1) * step)));
    };
    ['caller', 'agent'].forEach((name, i) => {
      const high = thin(name);
      const x = (at) => (at / Math.max(1, high.length)) * SPARK.width;
      element.append(s('path', { class: `wave ${i === 0 ? 'user' : 'assistant'}`, d: outline(high, 0, 1, x, i === 0 ? 6 : 16, 5) }));
    });
  }

  close() {
    this.seen.disconnect();
    this.waiting = [];
  }
}

/** Filters as a form; what it says goes into the address. */
function form(app, filters) {
  const choose = (name, label, options) => h('label', { class: 'inline' }, `${label} `,
    h('select', { name }, h('option', { value: '' }, 'any'), ...options.map(([value, shown]) => h('option', { value, selected: filters[name] === value }, shown))));
  const field = (name, label, more) => h('label', { class: 'inline' }, `${label} `, h('input', { name, value: filters[name] ?? '', autocomplete: 'off', ...more }));
  const agents = choose('agent', 'Agent', filters.agent === undefined ? [] : [[filters.agent, filters.agent]]);
  const element = h('form', { class: 'filters', role: 'search', onsubmit: (event) => {
    event.preventDefault();
    location.hash = addressOf({ ...filters, ...Object.fromEntries(new FormData(element)) });
  } },
    field('text', 'Search', { type: 'search', id: 'history-search', placeholder: 'words, a number, an id', maxlength: '200' }),
    field('from', 'From', { type: 'date' }), field('to', 'Until', { type: 'date' }),
    choose('state', 'State', [['live', 'live'], ['ended', 'ended'], ['refused', 'refused']]),
    choose('direction', 'Direction', [['in', 'in'], ['out', 'out']]),
    agents, field('caller', 'Caller', { type: 'text', maxlength: '80' }), field('called', 'Called', { type: 'text', maxlength: '80' }),
    choose('interrupted', 'Interrupted', [['true', 'yes'], ['false', 'no']]),
    field('min-duration', 'Seconds, at least', { type: 'number', min: '0', max: '99999' }),
    h('button', { type: 'submit', class: 'primary' }, 'Find'));
  app.api.get('/api/agents').then((answer) => agents.lastElementChild.replaceChildren(h('option', { value: '' }, 'any'),
    ...answer.agents.map((name) => h('option', { value: name, selected: name === filters.agent }, name)))).catch(() => {});
  return element;
}

/** @param {string} search filters as the address has them */
export function historyView(app, search) {
  const filters = filtersOf(search);
  const none = Object.keys(filters).length === 0;
  const sparks = new Sparks(app.api);
  const columns = [
    { title: 'Began', className: 'when', ...text((call) => when(call.startedAt)) },
    who,
    { title: 'Agent', className: 'agent', ...text((call) => call.agent ?? '') },
    sparks.column(),
    { title: 'Duration', className: 'number', ...text((call) => duration(call.durationMs ?? 0)) },
    { title: 'Interrupted', className: 'number more', ...text((call) => (call.interruptions > 0 ? String(call.interruptions) : '–')) },
    { title: 'Slowest answer', className: 'number more', ...text((call) => latency(call.worstAnswerMs ?? 0)) },
    { title: 'Cost', className: 'number more', ...text((call) => Object.entries(call.cost ?? {}).map(([currency, amount]) => `${amount.toFixed(3)} ${currency}`).join(', ') || '–') },
    outcome,
  ];
  const open = (call) => { location.hash = `#/calls/${call.callId}`; };
  const list = rows('Calls', columns, (call) => call.callId, open);
  const worst = rows('What went wrong today', columns.filter((column) => column.title !== 'Voices'), (call) => call.callId, open);
  const chips = h('div', { class: 'chips', 'aria-label': 'Filters in use' }, ...Object.entries(filters).map(([name, value]) =>
    h('a', { class: 'chip', href: addressOf({ ...filters, [name]: undefined }) }, FILTERS[name](value), h('span', { class: 'unseen' }, ', remove this filter'), h('span', { 'aria-hidden': 'true' }, ' ×'))));
  const counts = h('div', { class: 'chips', 'aria-label': 'Calls by cause' });
  const today = h('section', { class: 'today', 'aria-label': 'What went wrong today', hidden: true });
  const captured = h('span', { class: 'sub', role: 'status' });
  const capture = h('button', { type: 'button', onclick: () => app.api.post('/api/captures', { next: 'refused' })
    .then(() => write(captured, 'The next refused call is captured with all its messages; GET /api/captures lists the file.'))
    .catch((error) => write(captured, error.message)) }, 'Capture the next refused call');
  const empty = h('div', { class: 'empty', hidden: true }, h('h2', null, none ? 'No call is kept yet' : 'No call passes these filters'),
    h('p', null, none ? 'Calls are here from their first moment on; those that were refused are, too.' : h('a', { href: '#/history' }, 'Show all calls')));
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const more = h('button', { type: 'button', hidden: true, onclick: () => older() }, 'Show older calls');
  const element = h('section', { class: 'page history' }, h('h1', null, 'History'), form(app, filters), chips, problem, today, counts, empty, list.element, h('div', { class: 'row' }, more, capture, captured));
  const known = new Map();
  let next = null;
  let busy = false;

  function say(words) {
    mark(problem, 'hidden', words === undefined);
    write(problem, words ?? '');
  }

  function show() {
    const calls = [...known.values()].sort((a, b) => (a.callId < b.callId ? 1 : -1));
    list.show(calls);
    mark(list.element, 'hidden', calls.length === 0);
    mark(empty, 'hidden', calls.length > 0 || next !== null);
    mark(more, 'hidden', next === null);
    counts.replaceChildren(...(filters.cause === undefined ? causes(calls).slice(0, 10) : []).map(([cause, count]) =>
      h('a', { class: 'chip', href: addressOf({ ...filters, cause }) }, `${causeOf(cause)} `, h('b', null, String(count)))));
  }

  function take(answer) {
    answer.calls.forEach((call) => known.set(call.callId, call));
    say(answer.problem);
  }

  /** A part may have few calls and go on: a rare one is looked for until something is found. */
  async function older() {
    if (busy || next === null) {
      return;
    }
    busy = true;
    try {
      const before = known.size;
      while (next !== null && known.size < before + PAGE) {
        const answer = await app.api.get(questionOf(filters, { limit: PAGE, cursor: next }));
        take(answer);
        ({ next } = answer);
        show();
      }
    } catch (error) {
      say(error.message);
    }
    busy = false;
  }

  const end = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && older());
  end.observe(more);
  let first = true;
  const poll = new Poll(POLL_MS, async () => {
    const answer = await app.api.get(questionOf(filters, { limit: PAGE }));
    // Who lives no more has another line, or none under these filters.
    [...known.values()].filter(({ state }) => state === 'live').forEach(({ callId }) => known.delete(callId));
    take(answer);
    if (first) {
      ({ next } = answer);
      first = false;
    }
    show();
    if (known.size === 0 && next !== null) {
      older();
    }
    if (none) {
      await look();
    }
  }, (error) => say(`The list could not be read: ${error.message}`));

  /** The first look: what deserves one. */
  async function look() {
    const answer = await app.api.get(questionOf({ from: dayOf(new Date()) }, { limit: TODAY }));
    const found = troubles(answer.calls);
    mark(today, 'hidden', found.length === 0);
    worst.show(found.flatMap(([, calls]) => calls).slice(0, WORST));
    today.replaceChildren(h('h2', null, 'What went wrong today'), h('p', { class: 'sub' },
      found.map(([kind, calls]) => `${calls.length} ${KINDS[kind].toLowerCase()}`).join(' · '), ` of ${answer.calls.length} calls`), worst.element);
  }

  const leave = app.onEvent((event) => (event.state === 'ended' || event.sequence === 1) && poll.soon());
  app.shortcuts.bind({
    i: { down: () => {
      const links = [...known.values()].sort((a, b) => (a.callId < b.callId ? 1 : -1)).filter(({ interruptions }) => interruptions > 0)
        .map(({ callId }) => list.element.querySelector(`a[href="#/calls/${callId}"]`));
      (links[links.indexOf(document.activeElement) + 1] ?? links[0])?.focus();
    }, label: 'Go to the next call with an interruption' },
  });
  return {
    element,
    close() {
      leave();
      poll.close();
      sparks.close();
      end.disconnect();
    },
  };
}
