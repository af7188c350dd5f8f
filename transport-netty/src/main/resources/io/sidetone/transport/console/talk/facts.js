// What the call was given and what its agent does: the variables of its prompt and the calls of tools, as /api/calls/ID tells them.
import { Poll } from '../calls/poll.js';
import { h, keyed, mark, write } from '../shell/dom.js';
import { duration } from '../shell/format.js';

const POLL_MS = 2000;

/** Calls of tools in the order in which they were asked for: {id, name, parameters, state, ms}; `ms` is null while one runs. Pure. */
export function toolsOf(detail) {
  const over = (detail.actions ?? []).map((each) => ({ ...each, state: each.code, ms: Date.parse(each.endedAt) - Date.parse(each.wantedAt) }));
  const running = (detail.running ?? []).map((each) => ({ ...each, state: 'running', ms: null }));
  return [...over, ...running]
    .map((each, i) => ({ ...each, i }))
    .sort((a, b) => Date.parse(a.wantedAt) - Date.parse(b.wantedAt) || a.i - b.i)
    .map(({ invocationId, action, parameters, state, ms }) => ({ id: invocationId, name: action, parameters, state, ms }));
}

/** How long a tool took, as people read it. */
export function took(ms) {
  if (ms === null || !Number.isFinite(ms)) {
    return '';
  }
  return ms < 10000 ? `${Math.max(0, Math.round(ms))} ms` : duration(ms);
}

/** The panel; `follow` a call, say `soon` when something happened in it, and `finish` when it is over. */
export class CallFacts {
  constructor(api) {
    this.api = api;
    this.variables = h('dl', { class: 'numbers variables' });
    this.tools = h('ol', { class: 'tools' });
    this.none = h('p', { class: 'sub' }, 'No tool was called yet.');
    this.named = h('div', { hidden: true }, h('h2', null, 'Variables'), this.variables);
    this.element = h('section', { class: 'talk-facts', 'aria-label': 'What the agent knows and does' },
      this.named, h('h2', null, 'Tool calls'), this.none, this.tools);
  }

  follow(id) {
    this.close();
    this.show({});
    this.poll = new Poll(POLL_MS, async () => {
      const detail = await this.api.get(`/api/calls/${id}`);
      this.show(detail);
      if (detail.end !== undefined) {
        this.close();
      }
    }, () => {
      // The call goes on without the panel, and the next answer may be good.
    });
  }

  soon() {
    this.poll?.soon();
  }

  show(detail) {
    const variables = Object.entries(detail.variables ?? {});
    mark(this.named, 'hidden', variables.length === 0);
    keyed(this.variables, variables, ([name]) => name,
      ([name]) => h('div', null, h('dt', null, name), h('dd')),
      (element, [, value]) => write(element.lastElementChild, value === '' ? '–' : value));
    const tools = toolsOf(detail);
    mark(this.none, 'hidden', tools.length > 0);
    keyed(this.tools, tools, ({ id }) => id,
      ({ name }) => h('li', null, h('code', null, name), ' ', h('code', { class: 'given' }), ' ', h('span', { class: 'tag' }), ' ', h('span', { class: 'sub took' })),
      (element, { parameters, state, ms }) => {
        const [, given, tag, time] = element.children;
        write(given, parameters === undefined ? '(not kept)' : JSON.stringify(parameters));
        mark(tag, 'data-tone', state === 'ok' ? 'done' : state);
        write(tag, state.replaceAll('_', ' '));
        write(time, took(ms));
      });
  }

  close() {
    this.poll?.close();
    this.poll = undefined;
  }
}
