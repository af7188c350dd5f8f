// One call as it happens, or as it was.
import { badge, overlaysOf } from '../shell/badge.js';
import { h, keyed, mark, write } from '../shell/dom.js';
import { clock, duration, latency, party, wall } from '../shell/format.js';
import { changeOf, stateOf } from '../shell/states.js';
import { answerBar } from '../timeline/answer.js';
import { commandBar } from './commands.js';
import { Poll } from './poll.js';
import { Stave } from './stave.js';
import { timelineOf } from './timeline.js';

const POLL_MS = 1000;
const REDRAW_MS = 250;
const NUMBERS = {
  turns: 'Turns', bargeIns: 'Barge-ins', falseAlarms: 'False alarms', lastResponseMs: 'Last response ms', worstResponseMs: 'Worst response ms',
  packetsLost: 'Packets lost', jitterMs: 'Jitter ms', roundTripMs: 'Round trip ms', mos: 'MOS, caller to us', farMos: 'MOS, us to caller', framesConcealed: 'Frames concealed', framesRefused: 'Frames refused by the lane', framesSkipped: 'Frames skipped',
};

export function callView(app, id) {
  const shown = badge();
  const title = h('h1', null, 'Call');
  const facts = h('p', { class: 'sub facts' });
  const age = h('span', { class: 'number big' });
  const answer = h('span', { class: 'number big' });
  const stave = new Stave();
  const commands = commandBar(app, id);
  const talk = conversation();
  const written = afterCallOf();
  const log = logOf();
  const numbers = h('dl', { class: 'numbers' });
  const failure = h('p', { class: 'problem', role: 'alert', hidden: true });
  const element = h('section', { class: 'page call' },
    h('header', { class: 'call-head' },
      h('div', null, title, facts),
      shown.element,
      h('div', { class: 'figure' }, h('span', { class: 'sub' }, 'Duration'), age),
      h('div', { class: 'figure' }, h('span', { class: 'sub' }, 'Last response'), answer)),
    failure, commands.element, stave.element,
    h('div', { class: 'columns' }, talk.element, h('div', null, written.element, log.element, h('section', { 'aria-label': 'Numbers' }, h('h2', null, 'Numbers'), numbers))));
  // Nothing of a call that nobody knows, and nothing can be done to it.
  const parts = [element.firstElementChild.lastElementChild, element.firstElementChild.lastElementChild.previousElementSibling, shown.element, stave.element, element.lastElementChild];
  parts.forEach((part) => mark(part, 'hidden', true));

  let detail = null;
  let at = 0;
  let announced = null;
  const now = () => (detail.end === undefined ? detail.metrics.ageMs + (performance.now() - at) : detail.metrics.ageMs);

  function draw() {
    if (detail !== null) {
      const nowMs = now();
      write(age, duration(nowMs));
      stave.show(timelineOf(detail, nowMs), detail.levels);
    }
  }

  const poll = new Poll(POLL_MS, async () => {
    detail = await app.api.get(`/api/calls/${id}`);
    at = performance.now();
    mark(failure, 'hidden', true);
    parts.forEach((part) => mark(part, 'hidden', null));
    const over = detail.end !== undefined;
    const vip = over ? 'not_connected' : detail.view.vip ?? 'ai_speaking';
    shown.show(vip, over ? [] : overlaysOf(detail));
    if (announced !== vip) {
      app.announcer.now(`${party(detail.from)}: ${stateOf(vip).label}.`);
      announced = vip;
    }
    write(title, party(detail.from));
    write(facts, [detail.to === '' ? null : `to ${party(detail.to)}`, `agent ${detail.agent}`, detail.transport, `since ${wall(detail.startedAt)}`,
      over ? `ended: ${detail.end.reason}, by ${detail.end.by}` : null].filter(Boolean).join(' · '));
    write(answer, latency(detail.metrics.lastResponseMs));
    commands.show(detail);
    talk.show(detail);
    written.show(detail.afterCall);
    log.show(detail.timeline);
    counts(numbers, detail.metrics);
    draw();
    if (over && detail.afterCall?.state !== 'waiting') {
      poll.close();
    }
  }, (error) => {
    mark(failure, 'hidden', null);
    write(failure, error.status === 404 ? 'This server knows no such call: it may have ended long ago, or belong to another server.' : error.message);
    talk.stale();
    if (error.status === 404) {
      commands.none();
      parts.forEach((part) => mark(part, 'hidden', true));
      poll.close();
    }
  });
  const leave = app.onEvent((event) => event.callId === id && poll.soon());
  const redraw = setInterval(() => detail !== null && detail.end === undefined && draw(), REDRAW_MS);
  return {
    element,
    close() {
      leave();
      poll.close();
      stave.close();
      clearInterval(redraw);
    },
  };
}

/** What was said, as both sides heard it. */
function conversation() {
  const list = h('ol', { class: 'said' });
  const live = h('p', { class: 'line live', hidden: true });
  const element = h('section', { 'aria-label': 'Conversation' }, h('h2', null, 'Conversation'), list, live);
  return {
    element,
    /** What is being said now is not known any more. */
    stale: () => mark(live, 'hidden', true),
    show(detail) {
      const answers = new Map((detail.answers ?? []).map((answer) => [answer.utteranceId, answer]));
      const said = detail.history.map((entry, i) => ({ ...entry, i, answer: answers.get(entry.utteranceId) }));
      keyed(list, said, ({ i }) => i, ({ role }) =>
        h('li', { class: 'line', 'data-role': role }, h('span', { class: 'who' }), h('div', { class: 'words' })),
      (line, entry) => {
        write(line.firstElementChild, { user: 'Caller', assistant: 'Agent', system: 'Note' }[entry.role] ?? entry.role);
        const shape = JSON.stringify(entry);
        if (line.dataset.shape !== shape) {
          line.dataset.shape = shape;
          line.lastElementChild.replaceChildren(...heard(entry), ...(entry.answer === undefined ? [] : [answerBar(entry.answer)]));
        }
      });
      caption(live, detail);
    },
  };
}

/** Heard words, then what was never heard, marked in words as well as by a line through it. */
function heard(entry) {
  if (!entry.interrupted) {
    return [entry.text];
  }
  const rest = entry.intended?.startsWith(entry.text) ? entry.intended.slice(entry.text.length) : '';
  return [
    entry.text,
    rest === '' ? null : h('s', null, h('span', { class: 'unseen' }, ' (not heard: '), rest, h('span', { class: 'unseen' }, ')')),
    ' ',
    h('span', { class: 'tag' }, 'interrupted'),
  ].filter((each) => each !== null);
}

function caption(live, detail) {
  // Words from before the caller had the floor belong to another turn.
  const partial = detail.end === undefined && detail.state === 'LISTENING'
    ? detail.timeline.findLast?.(({ kind, text }) => kind === 'partial' || kind === 'transcript' || (kind === 'state' && text.includes('-> LISTENING'))) : undefined;
  const speaking = detail.end === undefined && detail.state === 'SPEAKING' && (detail.caption?.text ?? '') !== '';
  mark(live, 'hidden', !speaking && partial?.kind !== 'partial');
  mark(live, 'data-role', speaking ? 'assistant' : 'user');
  if (speaking) {
    const { text, heardChars } = detail.caption;
    live.replaceChildren(h('span', { class: 'who' }, 'Agent'), h('span', { class: 'words' }, text.slice(0, heardChars), h('span', { class: 'ahead' }, text.slice(heardChars))));
  } else if (partial?.kind === 'partial') {
    live.replaceChildren(h('span', { class: 'who' }, 'Caller'), h('span', { class: 'words' }, `${partial.text}…`));
  }
}

/** What the agent's model wrote down about the call. */
function afterCallOf() {
  const summary = h('p', null);
  const fields = h('dl', { class: 'numbers' });
  const element = h('section', { 'aria-label': 'After the call', hidden: true }, h('h2', null, 'After the call'), summary, fields);
  return {
    element,
    show(written) {
      mark(element, 'hidden', written === undefined);
      if (written !== undefined) {
        write(summary, { waiting: 'Being written down…', missing: `Nothing was written down: ${written.problem}` }[written.state] ?? written.summary ?? '');
        keyed(fields, Object.entries(written.fields ?? {}), ([name]) => name, ([name]) => h('div', null, h('dt', null, name), h('dd', null)),
          (row, [, value]) => write(row.lastElementChild, typeof value === 'string' ? value : JSON.stringify(value)));
      }
    },
  };
}

function logOf() {
  const list = h('ol', { class: 'log', tabindex: '0', 'aria-label': 'Log of the call' });
  const element = h('section', null, h('h2', null, 'Log'), list);
  return {
    element,
    show(entries) {
      const bottom = list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
      keyed(list, entries.map((entry, i) => ({ ...entry, key: `${entry.atMs}-${entry.kind}-${i}` })), ({ key }) => key,
        ({ atMs, kind, text }) => h('li', { 'data-kind': kind }, h('time', null, clock(atMs)), h('b', null, kind),
          kind === 'state' ? h('span', { title: text }, changeOf(text)) : h('span', null, text)), () => {});
      if (bottom) {
        list.scrollTop = list.scrollHeight;
      }
    },
  };
}

function counts(list, metrics) {
  const known = Object.entries(NUMBERS).filter(([name]) => metrics[name] !== undefined && metrics[name] >= 0);
  keyed(list, known, ([name]) => name, ([, label]) => h('div', null, h('dt', null, label), h('dd', { class: 'number' })),
    (row, [name]) => write(row.lastElementChild, String(Math.round(metrics[name] * 10) / 10)));
}
