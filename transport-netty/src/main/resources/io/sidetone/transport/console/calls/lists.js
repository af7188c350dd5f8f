// The calls that live.
import { badge, overlaysOf } from '../shell/badge.js';
import { h, mark, s, write } from '../shell/dom.js';
import { duration, latency, party } from '../shell/format.js';
import { Poll } from './poll.js';
import { rows } from './rows.js';
import { outline } from '../timeline/timeline.js';
import { levelsOf } from './timeline.js';

const POLL_MS = 2000;
const SPARK = { width: 96, height: 22 };

const table = (caption, columns) => rows(caption, columns, (call) => call.callId, (call) => {
  location.hash = `#/calls/${call.callId}`;
});

const text = (of, className) => ({
  make: () => {
    const element = h('span', { class: className });
    return { element, show: (call) => write(element, of(call)) };
  },
});

const who = {
  title: 'Caller',
  make(call) {
    const name = h('a', { href: `#/calls/${call.callId}`, class: 'caller' });
    const how = h('span', { class: 'sub' });
    return {
      element: h('span', { class: 'two' }, name, how),
      show(now) {
        write(name, party(now.from));
        write(how, now.to === '' ? now.transport : `to ${party(now.to)} · ${now.transport}`);
      },
    };
  },
};

const state = {
  title: 'State',
  className: 'state',
  make() {
    const shown = badge();
    return { element: shown.element, show: (call) => shown.show(call.view.vip ?? 'ai_speaking', overlaysOf(call)) };
  },
};

const levels = {
  title: 'Voices',
  className: 'wide',
  make() {
    const caller = s('path', { class: 'wave user' });
    const agent = s('path', { class: 'wave assistant' });
    const element = s('svg', { class: 'spark', viewBox: `0 0 ${SPARK.width} ${SPARK.height}`, 'aria-hidden': 'true', preserveAspectRatio: 'none' }, caller, agent);
    return {
      element,
      show(call) {
        const recent = call.levels;
        mark(element, 'hidden', recent === undefined);
        if (recent !== undefined) {
          const x = (at) => (at / Math.max(1, recent.caller.length)) * SPARK.width;
          mark(caller, 'd', outline(levelsOf(recent.caller), 0, 1, x, 6, 5));
          mark(agent, 'd', outline(levelsOf(recent.agent), 0, 1, x, 16, 5));
        }
      },
    };
  },
};

/** Live calls, oldest first. */
export function liveView(app) {
  const calls = table('Live calls', [
    state,
    who,
    { title: 'Agent', ...text((call) => call.agent) },
    levels,
    { title: 'Duration', className: 'number', ...text((call) => duration(call.ageMs ?? 0)) },
    { title: 'Last response', className: 'number', ...text((call) => latency(call.lastResponseMs)) },
  ]);
  const empty = h('div', { class: 'empty' },
    h('h2', null, 'Nobody is on the line'),
    h('p', null, 'Calls appear here as they come. ', h('a', { href: '#/talk' }, 'Call the agent from this browser'), ' to see one.'));
  const failure = h('p', { class: 'problem', role: 'alert', hidden: true });
  const element = h('section', { class: 'page' }, h('h1', null, 'Live calls'), failure, empty, calls.element);
  mark(calls.element, 'hidden', true);
  mark(empty, 'hidden', true);
  const poll = new Poll(POLL_MS, async () => {
    const answer = await app.api.get('/api/calls');
    mark(failure, 'hidden', true);
    mark(empty, 'hidden', answer.calls.length > 0);
    mark(calls.element, 'hidden', answer.calls.length === 0);
    calls.show(answer.calls);
    app.liveCount(answer.calls.length);
  }, (error) => {
    mark(failure, 'hidden', null);
    write(failure, `The list could not be read: ${error.message}`);
  });
  const leave = app.onEvent(() => poll.soon());
  return { element, close: () => { leave(); poll.close(); app.liveCount(0); } };
}
