// One call as it happens, or as it was.
import { badge, overlaysOf } from '../shell/badge.js';
import { h, keyed, mark, write } from '../shell/dom.js';
import { clock, duration, latency, party, wall } from '../shell/format.js';
import { changeOf, stateOf } from '../shell/states.js';
import { answerBar } from '../timeline/answer.js';
import { commandBar } from './commands.js';
import { ladder } from './ladder.js';
import { player } from './player.js';
import { beginsOf, stopsOf } from './stops.js';
import { tabs } from './tabs.js';
import { Poll } from './poll.js';
import { Stave } from './stave.js';
import { timelineOf } from './timeline.js';

const POLL_MS = 1000;
const REDRAW_MS = 250;
const NUMBERS = {
  turns: 'Turns', bargeIns: 'Barge-ins', falseAlarms: 'False alarms', lastResponseMs: 'Last response ms', worstResponseMs: 'Worst response ms',
  packetsLost: 'Packets lost', jitterMs: 'Jitter ms', roundTripMs: 'Round trip ms', mos: 'MOS, caller to us', farMos: 'MOS, us to caller', framesConcealed: 'Frames concealed', framesRefused: 'Frames refused by the lane', framesSkipped: 'Frames skipped',
};

/** @param {string} [place] seconds since admission, as the address has them */
export function callView(app, id, place) {
  const shown = badge();
  const title = h('h1', null, 'Call');
  const facts = h('p', { class: 'sub facts' });
  const age = h('span', { class: 'number big' });
  const answer = h('span', { class: 'number big' });
  const stave = new Stave();
  const commands = commandBar(app, id);
  const talk = conversation((ms) => sound.seek(ms));
  const written = afterCallOf();
  const log = logOf((ms) => sound.seek(ms));
  const signalling = ladder();
  const kept = keptOf(app);
  const line = lineOf();
  const sound = player(app, id, (ms) => {
    stave.at(ms);
    talk.at(ms);
    log.at(ms);
  });
  const numbers = h('dl', { class: 'numbers' });
  const failure = h('p', { class: 'problem', role: 'alert', hidden: true });
  const element = h('section', { class: 'page call' },
    h('header', { class: 'call-head' },
      h('div', null, title, facts),
      shown.element,
      h('div', { class: 'figure' }, h('span', { class: 'sub' }, 'Duration'), age),
      h('div', { class: 'figure' }, h('span', { class: 'sub' }, 'Last response'), answer)),
    failure, commands.element, stave.element, sound.element);
  const parted = tabs('What is known of the call', [
    ['Conversation', h('div', { class: 'columns' }, talk.element, h('div', null, written.element))],
    ['Log', log.element],
    ['SIP', signalling.element],
    ['Media', h('section', { 'aria-label': 'Numbers' }, line.element, h('h2', null, 'Numbers'), numbers)],
    ['Journal', kept.element],
  ]);
  element.append(parted.element);
  // Nothing of a call that nobody knows, and nothing can be done to it.
  const parts = [element.firstElementChild.lastElementChild, element.firstElementChild.lastElementChild.previousElementSibling, shown.element, stave.element, element.lastElementChild];
  parts.forEach((part) => mark(part, 'hidden', true));

  let detail = null;
  let at = 0;
  let asked = place === undefined ? null : Number(place) * 1000;
  let over = false;
  let announced = null;
  const now = () => (detail.end === undefined ? detail.metrics.ageMs + (performance.now() - at) : detail.metrics.ageMs ?? 0);

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
    const before = over;
    over = detail.end !== undefined;
    const refused = detail.state === 'REFUSED';
    const vip = over ? 'not_connected' : detail.view.vip ?? 'ai_speaking';
    shown.show(vip, over ? [] : overlaysOf(detail));
    if (announced !== vip) {
      app.announcer.now(`${party(detail.from)}: ${stateOf(vip).label}.`);
      announced = vip;
    }
    write(title, party(detail.from));
    write(facts, [detail.to === '' ? null : `to ${party(detail.to)}`, `agent ${detail.agent}`, detail.transport, `since ${wall(detail.startedAt)}`,
      detail.origin?.trunk ? `trunk ${detail.origin.trunk}` : null,
      over ? `${refused ? 'refused' : 'ended'}: ${detail.end.reason}${refused || !detail.end.by ? '' : `, by ${detail.end.by}`}` : null].filter(Boolean).join(' · '));
    write(answer, latency(detail.metrics.lastResponseMs));
    commands.show(detail);
    talk.show(detail);
    written.show(detail.afterCall);
    log.show(detail.timeline);
    signalling.show(detail);
    line.show(detail);
    kept.show(detail);
    counts(numbers, detail.metrics);
    draw();
    mark(stave.element, 'hidden', refused);
    if (over && !before) {
      talk.begins(beginsOf(detail));
      sound.show(detail, stopsOf(detail));
      stave.onPlace((ms) => sound.seek(ms));
      app.shortcuts.bind({
        ' ': { down: sound.toggle, label: 'Play, or pause' },
        n: { down: () => sound.jump(1), label: 'Next interruption or long answer' },
        p: { down: () => sound.jump(-1), label: 'The one before' },
      });
      if (asked !== null) {
        sound.seek(asked);
        asked = null;
      }
      if (refused) {
        parted.choose('SIP');
      }
    }
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
      sound.close();
      stave.close();
      clearInterval(redraw);
    },
  };
}

/** What was said, as both sides heard it. */
function conversation(place) {
  const list = h('ol', { class: 'said' });
  const live = h('p', { class: 'line live', hidden: true });
  const element = h('section', { 'aria-label': 'Conversation' }, h('h2', null, 'Conversation'), list, live);
  let times = [];
  list.addEventListener('click', (event) => {
    const began = times[[...list.children].indexOf(event.target.closest('li'))];
    if (began !== undefined) {
      place(began);
    }
  });
  return {
    element,
    /** When each line began: a click on it goes there. */
    begins(found) {
      times = found;
      mark(list, 'class', 'said placed');
    },
    at: (ms) => here(list, times.findLastIndex((began) => began !== undefined && began <= ms)),
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

/** Marks the line that belongs to the place in the call. */
function here(list, index) {
  [...list.children].forEach((line, i) => mark(line, 'aria-current', i === index ? 'true' : null));
}

/** How the call was connected. */
function lineOf() {
  const facts = h('dl', { class: 'numbers' });
  return {
    element: h('div', null, h('h2', null, 'Line'), facts),
    show({ origin = {}, media = {}, dial, transport, externalId }) {
      const rows = Object.entries({
        Transport: transport, Peer: origin.peer, Trunk: origin.trunk, Offered: origin.codecs?.join(', '), Codec: media.codec, Encryption: media.srtp,
        'Status of our call': dial?.sipStatus, 'Answered by': dial?.answeredBy, 'Call-ID': externalId,
      }).filter(([, value]) => value !== undefined && value !== '' && value !== null);
      keyed(facts, rows, ([name]) => name, ([name]) => h('div', null, h('dt', null, name), h('dd', null)), (row, [, value]) => write(row.lastElementChild, String(value)));
    },
  };
}

/** Files that are kept of the call. */
function keptOf(app) {
  const list = h('ul', { class: 'files' });
  const none = h('p', { class: 'sub' }, 'No file of this call is kept here.');
  const element = h('section', { 'aria-label': 'Files' }, h('h2', null, 'Files'), none, list);
  const save = (path, name) => app.api.save(path, name).catch((error) => app.notices.show('file', 'bad', 'The file cannot be read', error.message));
  return {
    element,
    show({ files = {}, callId }) {
      mark(none, 'hidden', Object.keys(files).length > 0);
      keyed(list, Object.entries(files), ([kind]) => kind, ([kind, path]) => h('li', null,
        h('button', { type: 'button', onclick: () => save(path, `${callId}.${kind === 'recording' ? 'wav' : kind}`) }, `Save the ${kind}`),
        kind === 'journal' ? h('span', { class: 'sub' }, ' Run it again with ', h('code', null, `sidetone replay ${callId}.journal`)) : null), () => {});
    },
  };
}

function logOf(place) {
  const list = h('ol', { class: 'log', tabindex: '0', 'aria-label': 'Log of the call' });
  const element = h('section', null, h('h2', null, 'Log'), list);
  let times = [];
  list.addEventListener('click', (event) => {
    const time = times[[...list.children].indexOf(event.target.closest('li'))];
    if (time !== undefined) {
      place(time);
    }
  });
  return {
    element,
    at: (ms) => here(list, times.findLastIndex((time) => time <= ms)),
    show(entries) {
      times = entries.map(({ atMs }) => atMs);
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
