import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../modules.js';

const { drawable, levelsOf, shown, timelineOf } = await load('calls/timeline.js');
const { outline, ticks } = await load('timeline/timeline.js');
const at = (ms) => new Date(Date.parse('2026-04-01T10:00:00Z') + ms).toISOString();
const move = (ms, to) => ({ at: at(ms), to, trigger: 't' });

const DETAIL = {
  startedAt: at(0),
  metrics: { ageMs: 9000 },
  transitions: [move(0, 'CONNECTING'), move(500, 'IDLE'), move(600, 'SPEAKING'), move(3000, 'INTERRUPTED'), move(3000, 'LISTENING'),
    move(5000, 'FINALIZING'), move(5200, 'THINKING'), move(6000, 'SPEAKING')],
  turns: [
    { turnId: 'turn-1', role: 'assistant', startedAt: at(600), endedAt: at(3000),
      interruption: { type: 'barge-in', detectedAt: at(2900), latencyMs: 84, source: 'client-hint' } },
    { turnId: 'turn-2', role: 'user', startedAt: at(3000), endedAt: at(5000) },
    { turnId: 'turn-3', role: 'assistant', startedAt: at(5200) },
  ],
  timeline: [{ atMs: 2900, kind: 'yield', text: 'agent paused' }, { atMs: 3000, kind: 'commit', text: 'barge-in' }, { atMs: 4000, kind: 'transcript', text: 'hello' }],
};

test('spans of states meet each other, and the last goes on', () => {
  const { states, endMs } = timelineOf(DETAIL, 10000);
  assert.equal(endMs, 10000);
  assert.deepEqual(states.map(({ state, fromMs, toMs }) => [state, fromMs, toMs]), [
    ['connecting', 0, 500], ['idle', 500, 600], ['ai_speaking', 600, 3000], ['user_speaking', 3000, 5000],
    ['ai_thinking', 5000, 6000], ['ai_speaking', 6000, 10000]]);
});

test('a call that is over ends where it ended', () => {
  const { states } = timelineOf({ ...DETAIL, transitions: [move(0, 'IDLE'), move(4000, 'ENDING'), move(4010, 'ENDED')] }, 9000);
  assert.deepEqual(states.map(({ state, toMs }) => [state, toMs]), [['idle', 4000]]);
});

test('turns keep who, when and how they were cut short', () => {
  const { turns, marks } = timelineOf(DETAIL, 10000);
  assert.deepEqual(turns.map(({ role, fromMs, toMs, open }) => [role, fromMs, toMs, open]), [
    ['assistant', 600, 3000, false], ['user', 3000, 5000, false], ['assistant', 5200, 10000, true]]);
  assert.equal(turns[0].interruption.latencyMs, 84);
  assert.deepEqual(marks.map(({ kind, atMs }) => [kind, atMs]), [['yield', 2900], ['interruption', 2900]]);
});

test('an empty call draws nothing and fails nowhere', () => {
  assert.deepEqual(timelineOf({ startedAt: at(0) }, 0).states, []);
});

test('shows the end of a long call', () => {
  assert.deepEqual(shown(5000, 15000), [0, 15000]);
  assert.deepEqual(shown(28000, 60000), [0, 30000]);
  assert.deepEqual(shown(45000, 60000), [0, 60000]);
  assert.deepEqual(shown(60000, 15000), [45000, 60000]);
  assert.deepEqual(shown(60000, 0), [0, 60000]);
});

test('rules in round steps', () => {
  assert.deepEqual(ticks(0, 10000, 6), [0, 2000, 4000, 6000, 8000, 10000]);
  assert.ok(ticks(0, 36e6, 8).length < 12);
});

test('levels come as letters and go as an outline', () => {
  assert.deepEqual(levelsOf('0z'), [0, 1]);
  assert.deepEqual(levelsOf(undefined), []);
  assert.equal(outline([1, 0], 0, 100, (ms) => ms, 50, 20), 'M50.0,30.0L150.0,49.4L150.0,50.6L50.0,70.0Z');
});

test('a waveform may differ above and below its middle', () => {
  assert.equal(outline([1], 0, 100, (ms) => ms, 50, 20, [0.5]), 'M50.0,30.0L50.0,60.0Z');
  assert.equal(outline([], 0, 100, (ms) => ms, 50, 20), '');
});

test('a call of the API has the lanes that are drawn', () => {
  const { spans, levels } = drawable(timelineOf(DETAIL, 10000), { fromMs: 0, stepMs: 100, caller: '0z', agent: 'zz' });
  assert.deepEqual(spans.filter(({ lane }) => lane === 'agent').map(({ startMs, endMs, kind }) => [startMs, endMs, kind]), [[600, 3000, 'cut'], [5200, 10000, 'speech']]);
  assert.deepEqual(spans.filter(({ lane }) => lane === 'caller').map(({ startMs, endMs }) => [startMs, endMs]), [[3000, 5000]]);
  assert.equal(spans.filter(({ lane }) => lane === 'state').length, 6);
  assert.deepEqual(levels.caller(0, 2), { high: [0, 1] });
  assert.equal(drawable(timelineOf(DETAIL, 10000), undefined).levels, undefined);
});
