// Draws the page of a call from the JSON in its element "timeline". Text goes into text nodes only.
import { h, s } from '../shell/dom.js';
import { answerBar } from '../timeline/answer.js';
import { draw, ruler, spans, wave, words } from '../timeline/timeline.js';

const ROW_MS = 15000;
const WIDTH = 1200;
const HEIGHT = 236;
const RULE = 14;
const CALLER = 88;
const AGENT = 168;
const HALF = 26;
const STATES = { top: 120, height: 16 };
const LETTER = 6.6;

const call = JSON.parse(document.getElementById('timeline').textContent);
const place = (id) => document.getElementById(id);
const seconds = (ms) => (ms === undefined ? '' : (ms / 1000).toFixed(3));
const took = (span) => `${Math.round(span.endMs - span.startMs)} ms`;

/** The latency of a measured span, in the row where it begins. */
const latency = (at, y) => (span, box, view) => (span.startMs < view.fromMs ? [] : [s('text', { x: at(box) + 3, y }, took(span))]);

const zero = (y) => ({ timeline, x }) => [s('line', { class: 'zero', x1: 0, x2: x(timeline.toMs), y1: y, y2: y })];

const voice = (lane, top) => spans({
  lane, top, height: 3, least: 2, rx: 1.5,
  attributes: ({ kind }) => ({ class: `voice ${lane}`, 'data-kind': kind }),
  title: (span) => `${lane} speaks for ${took(span)}`,
});

const PARTS = [
  ruler({ spacing: 80, text: RULE - 4, top: RULE, bottom: HEIGHT, name: (ms) => `${ms / 1000} s` }),
  spans({
    lane: 'interruption', top: CALLER - HALF, height: AGENT - CALLER + 2 * HALF, least: 1.5,
    attributes: () => ({ class: 'cut' }),
    title: (span) => `from the caller's onset to the agent's last packet ${took(span)}`,
    inside: latency(({ left, width }) => left + width, AGENT + HALF - 2),
  }),
  spans({
    lane: 'answer', top: STATES.top - 4, height: STATES.height + 8, least: 1.5,
    attributes: () => ({ class: 'wait' }),
    title: (span) => `the agent's answer took ${took(span)}`,
    inside: latency(({ left }) => left, STATES.top - 6),
  }),
  zero(CALLER), zero(AGENT),
  wave({ voice: 'caller', className: 'caller', middle: CALLER, half: HALF }),
  wave({ voice: 'agent', className: 'agent', middle: AGENT, half: HALF }),
  spans({
    lane: 'state', ...STATES,
    attributes: ({ kind }) => ({ class: `span state ${kind}` }),
    title: (span) => `${span.text}, ${took(span)}`,
    inside: ({ text }, { left, width }) => (width > text.length * LETTER + 8
      ? [s('text', { class: 'state-name', x: left + 5, y: STATES.top + 12 }, text)] : []),
  }),
  spans({
    lane: 'pause', top: STATES.top + STATES.height, height: 4, least: 2,
    attributes: () => ({ class: 'pause' }),
    title: (span) => `agent paused for ${took(span)}, then ${span.text}`,
  }),
  voice('caller', CALLER - HALF - 4), voice('agent', AGENT + HALF + 1),
  words({ lane: 'caller', top: 22, height: 36, least: 70 }), words({ lane: 'agent', top: 198, height: 36, least: 70 }),
];

/** Levels come as percent of the loudest, `high` above and `low` below the middle. */
function levelsOf({ fromMs, stepMs, caller, agent }) {
  const part = ({ high, low }) => (first, last) => ({
    high: high.slice(first, last).map((level) => level / 100), low: low.slice(first, last).map((level) => level / 100),
  });
  return { fromMs, stepMs, caller: part(caller), agent: part(agent) };
}

function rowsOf(timeline) {
  const rows = [];
  let fromMs = timeline.fromMs;
  do {
    const toMs = fromMs + ROW_MS;
    const svg = s('svg', {
      class: 'stave', role: 'img',
      'aria-label': `Second ${Math.round(fromMs / 1000)} to ${Math.round(toMs / 1000)}; the table below says the same in words`,
    });
    draw(svg, timeline, { fromMs, toMs, width: WIDTH, height: HEIGHT }, PARTS);
    const head = s('line', { class: 'head', x1: -9, x2: -9, y1: RULE, y2: HEIGHT });
    svg.append(head);
    rows.push({ svg, head, fromMs: fromMs - timeline.fromMs, toMs: toMs - timeline.fromMs });
    fromMs = toMs;
  } while (fromMs < timeline.toMs);
  return rows;
}

function table(heads, rows, attributes) {
  return h('table', attributes,
    heads.length === 0 ? null : h('thead', null, h('tr', null, heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', null, rows));
}

const details = (summary, open, ...children) => h('details', { open }, h('summary', null, summary), children);

function serverPart({ metrics, sip, answers }) {
  return [
    answers.length === 0 ? null : details('Where the time of each answer went', true, ...answers.map(answerBar)),
    details('What the server counted', false,
      table([], metrics.map(({ name, value }) => h('tr', null, h('th', { scope: 'row' }, name), h('td', null, String(value)))))),
    details('The SIP dialog', false, h('pre', null, sip.map((line) => `${line}\n`).join(''))),
  ].filter((part) => part !== null);
}

function turnsPart(turns) {
  return details('Turns', true, table(
    ['turn', 'who', 'from', 'until', 'policy', 'interrupted by', 'latency, ms', 'words'],
    turns.map((turn) => h('tr', null, [turn.id, turn.role, seconds(turn.startMs), seconds(turn.endMs), turn.policy,
      turn.interruptedBy ?? '', turn.latencyMs ?? '', turn.text].map((cell) => h('td', null, String(cell))))),
    { class: 'turns' }));
}

/** A line runs over the rows while the sound plays; a click on a row plays from there. */
function play(sound, rows) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  function show() {
    const ms = sound.currentTime * 1000;
    for (const { head, fromMs, toMs } of rows) {
      const x = ms >= fromMs && ms < toMs && ms > 0 ? ((ms - fromMs) / (toMs - fromMs)) * WIDTH : -9;
      head.setAttribute('x1', x);
      head.setAttribute('x2', x);
    }
    if (!sound.paused && !still) {
      requestAnimationFrame(show);
    }
  }
  for (const name of ['play', 'pause', 'seeked', 'timeupdate']) {
    sound.addEventListener(name, show);
  }
  for (const { svg, fromMs, toMs } of rows) {
    svg.addEventListener('click', (event) => {
      const box = svg.getBoundingClientRect();
      sound.currentTime = Math.max(0, (fromMs + ((event.clientX - box.left) / box.width) * (toMs - fromMs)) / 1000);
      show();
    });
  }
}

function show() {
  document.title = call.title;
  place('title').textContent = call.title;
  place('lead').textContent = call.lead;
  place('interruption').textContent = call.interruptionMeaning;
  place('zero').textContent = call.zero;
  place('measured').textContent = call.measurements.heading;
  place('lines').textContent = call.measurements.lines.map((line) => `${line}\n`).join('');
  place('figures').append(...call.figures.map(({ what, value }) => h('div', { class: 'tile' }, h('dt', null, what), h('dd', null, value))));
  const rows = rowsOf({ ...call, levels: levelsOf(call.levels) });
  place('staves').append(...rows.map(({ svg }) => svg));
  if (call.sound === undefined) {
    place('listen').prepend(h('p', { class: 'silent' }, call.silence));
  } else {
    const sound = h('audio', { id: 'sound', controls: true, preload: 'metadata', src: call.sound });
    place('listen').prepend(sound);
    play(sound, rows);
  }
  if (call.server !== undefined) {
    place('measurements').append(...serverPart(call.server));
  }
  if (call.turns !== undefined) {
    place('measurements').append(turnsPart(call.turns));
  }
  place('rows').tBodies[0].append(...call.rows.map(({ startMs, endMs, who, text }) =>
    h('tr', { class: who }, h('td', null, seconds(startMs)), h('td', null, seconds(endMs)), h('th', { scope: 'row' }, who), h('td', null, text))));
  place('call').hidden = false;
}

show();
