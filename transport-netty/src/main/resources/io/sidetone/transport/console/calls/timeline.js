// From what the API tells of one call to what is drawn of it: spans and marks in milliseconds since admission. Pure.
import { vipOf } from '../shell/states.js';

/** Lines of the log that are worth a mark on the score. */
const MARKS = {
  yield: 'yield', resume: 'resume', commit: 'interruption', digit: 'digit', action: 'action', degraded: 'degraded',
  recovered: 'recovered', hold: 'hold', alert: 'alert', cancel: 'cancel', policy: 'policy', warning: 'warning',
};

/** What a young call is shown in, so that it does not begin on an empty page. */
const STEPS = [15000, 30000, 60000];

const ms = (iso, epoch) => Date.parse(iso) - epoch;

/**
 * @param {object} detail answer of GET /api/calls/{id}
 * @param {number} nowMs age of the call
 * @returns {{endMs: number, states: Array, turns: Array, marks: Array, speech: Array}}
 */
export function timelineOf(detail, nowMs) {
  const epoch = Date.parse(detail.startedAt);
  const endMs = Math.max(nowMs, detail.metrics?.ageMs ?? 0, 1);
  return {
    endMs,
    states: states(detail.transitions ?? [], epoch, endMs),
    turns: turns(detail.turns ?? [], epoch, endMs),
    marks: marks(detail, epoch),
    words: words(detail.timeline ?? []),
  };
}

function states(transitions, epoch, endMs) {
  const spans = [];
  for (const move of transitions) {
    const at = ms(move.at, epoch);
    const state = vipOf(move.to);
    const last = spans.at(-1);
    if (last !== undefined) {
      last.toMs = at;
      if (last.state === state) {
        last.toMs = endMs;
        continue;
      }
    }
    spans.push({ state, engine: move.to, trigger: move.trigger, fromMs: at, toMs: endMs });
  }
  const over = spans.at(-1);
  if (over?.state === 'not_connected') {
    spans.pop();
  }
  return spans.filter((span) => span.toMs > span.fromMs);
}

function turns(list, epoch, endMs) {
  return list.map((turn) => ({
    id: turn.turnId,
    role: turn.role === 'user' ? 'user' : 'assistant',
    fromMs: ms(turn.startedAt, epoch),
    toMs: turn.endedAt === undefined ? endMs : ms(turn.endedAt, epoch),
    open: turn.endedAt === undefined,
    interruption: turn.interruption === undefined ? null : {
      atMs: ms(turn.interruption.detectedAt, epoch),
      latencyMs: turn.interruption.latencyMs,
      type: turn.interruption.type,
      source: turn.interruption.source,
      reason: turn.interruption.reasonCode ?? '',
    },
  }));
}

function marks(detail, epoch) {
  const found = [];
  for (const entry of detail.timeline ?? []) {
    if (MARKS[entry.kind] !== undefined && entry.kind !== 'commit') {
      found.push({ atMs: entry.atMs, kind: MARKS[entry.kind], text: entry.text });
    }
  }
  for (const turn of detail.turns ?? []) {
    const how = turn.interruption;
    if (how !== undefined) {
      found.push({ atMs: ms(how.detectedAt, epoch), kind: 'interruption', text: `${how.type}, ${how.latencyMs} ms`, latencyMs: how.latencyMs });
    }
  }
  return found.sort((a, b) => a.atMs - b.atMs);
}

function words(entries) {
  return entries
    .filter(({ kind }) => kind === 'transcript' || kind === 'agent')
    .map(({ atMs, kind, text }) => ({ atMs, role: kind === 'agent' ? 'assistant' : 'user', text }));
}

/**
 * The same call in the form that timeline/timeline.js draws.
 *
 * @param {object} model answer of timelineOf
 * @param {object} levels both voices as the API gives them, or undefined
 */
export function drawable({ endMs, turns: talks, states: floor, marks: events }, levels) {
  return {
    toMs: endMs,
    open: true,
    spans: [
      ...talks.map(({ role, fromMs, toMs, interruption }) => ({
        lane: role === 'user' ? 'caller' : 'agent', startMs: fromMs, endMs: toMs, kind: interruption === null ? 'speech' : 'cut', text: '',
      })),
      ...floor.map(({ state, engine, trigger, fromMs, toMs }) => ({ lane: 'state', startMs: fromMs, endMs: toMs, kind: state, text: engine, trigger })),
    ],
    marks: events,
    levels: levels === undefined ? undefined : {
      fromMs: levels.fromMs,
      stepMs: levels.stepMs,
      caller: (first, last) => ({ high: levelsOf(levels.caller.slice(first, last)) }),
      agent: (first, last) => ({ high: levelsOf(levels.agent.slice(first, last)) }),
    },
  };
}

/** The part of a call that is shown: [fromMs, toMs]; `window` in ms, or 0 for the whole call. */
export function shown(endMs, window) {
  if (window === 0) {
    return [0, Math.max(endMs, 1000)];
  }
  if (endMs <= window) {
    return [0, STEPS.find((step) => endMs <= step && step <= window) ?? window];
  }
  return [endMs - window, endMs];
}

/** The stretch of a call that is over with `atMs` in it: whole windows, one after the other. */
export function around(atMs, endMs, window) {
  if (window === 0 || endMs <= window) {
    return shown(endMs, window);
  }
  const fromMs = Math.floor(Math.min(atMs, endMs) / window) * window;
  return [fromMs, fromMs + window];
}

/** Levels of 0…1 from the API's text: one character a step, 0 to z. */
export function levelsOf(text) {
  return Array.from(text ?? '', (letter) => (Number.parseInt(letter, 36) || 0) / 35);
}
