import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../modules.js';

const { addressOf, causeOf, dayOf, filtersOf, questionOf } = await load('history/filters.js');
const { causes, troubleOf, troubles } = await load('history/trouble.js');
const { beginsOf, stopFrom, stopsOf } = await load('calls/stops.js');
const { around } = await load('calls/timeline.js');

test('filters stand in the address, and nothing else does', () => {
  assert.deepEqual(filtersOf('state=refused&text=+tea+%26+milk+&evil=1&agent='), { state: 'refused', text: 'tea & milk' });
  assert.equal(addressOf({ state: 'refused', text: 'tea & milk', agent: '', caller: undefined }), '#/history?state=refused&text=tea+%26+milk');
  assert.equal(addressOf({ state: undefined }), '#/history');
  assert.deepEqual(filtersOf(addressOf({ text: "o'neil 100%" }).split('?')[1]), { text: "o'neil 100%" });
});

test('days are those of the reader, and the last one is whole', () => {
  const asked = new URLSearchParams(questionOf({ from: '2026-04-01', to: '2026-04-01', cause: 'BUSY' }, { limit: 5 }).split('?')[1]);
  assert.equal(Date.parse(asked.get('to')) - Date.parse(asked.get('from')), 86400000);
  assert.equal(asked.get('from'), new Date(2026, 3, 1).toISOString());
  assert.equal(asked.get('cause'), 'BUSY');
  assert.equal(asked.get('limit'), '5');
  assert.equal(dayOf(new Date(2026, 0, 5)), '2026-01-05');
  assert.equal(causeOf('CALLER_HUNG_UP'), 'caller hung up');
});

test('what went wrong is one thing, the worst', () => {
  const good = { state: 'ended', cause: 'CALLER_HUNG_UP', direction: 'in', answered: true, durationMs: 60000, interruptions: 0, worstAnswerMs: 900 };
  assert.equal(troubleOf(good), null);
  assert.equal(troubleOf({ ...good, state: 'live', durationMs: 10 }), null);
  assert.equal(troubleOf({ ...good, state: 'refused' }), 'refused');
  assert.equal(troubleOf({ ...good, cause: 'ENGINE_FAILED', durationMs: 1 }), 'failed');
  assert.equal(troubleOf({ ...good, direction: 'out', answered: false, cause: 'BUSY' }), 'failed');
  assert.equal(troubleOf({ ...good, durationMs: 9999 }), 'short');
  assert.equal(troubleOf({ ...good, interruptions: 3, worstAnswerMs: 9000 }), 'interrupted');
  assert.equal(troubleOf({ ...good, worstAnswerMs: 2500 }), 'slow');
  assert.deepEqual(troubles([good, { ...good, worstAnswerMs: 4000 }, { ...good, state: 'refused' }]).map(([kind]) => kind), ['refused', 'slow']);
  assert.deepEqual(causes([good, good, { cause: 'BUSY' }, { state: 'live' }]), [['CALLER_HUNG_UP', 2], ['BUSY', 1]]);
});

const EPOCH = Date.parse('2026-04-01T10:00:00Z');
const at = (ms) => new Date(EPOCH + ms).toISOString();

test('interruptions and long answers are stops, in order, one after the other', () => {
  const stops = stopsOf({
    startedAt: at(0),
    turns: [{ turnId: 'turn-1', role: 'assistant', startedAt: at(100) }, { turnId: 'turn-3', role: 'assistant', startedAt: at(900), interruption: { detectedAt: at(9000), latencyMs: 84 } }],
    answers: [{ speechEndedAt: at(4000), audioMs: 1500, slowest: 'dialogue' }, { speechEndedAt: at(7000), audioMs: 1499, slowest: 'voice' }],
  });
  assert.deepEqual(stops.map(({ atMs, kind }) => [atMs, kind]), [[4000, 'answer'], [9000, 'interruption']]);
  assert.equal(stopFrom(stops, 0, 1), stops[0]);
  assert.equal(stopFrom(stops, 4000, 1), stops[1]);
  assert.equal(stopFrom(stops, 4000, -1), null);
  assert.equal(stopFrom(stops, 20000, -1), stops[1]);
});

test('each line of the conversation has the time of its turn', () => {
  const turns = [['turn-1', 'assistant', 100], ['turn-2', 'user', 2000], ['turn-3', 'assistant', 3000], ['turn-4', 'assistant', 5000]]
    .map(([turnId, role, ms]) => ({ turnId, role, startedAt: at(ms) }));
  const history = [{ role: 'assistant' }, { role: 'user' }, { role: 'assistant', utteranceId: 'utt-4' }, { role: 'user' }];
  assert.deepEqual(beginsOf({ startedAt: at(0), turns, history }), [100, 2000, 5000, undefined]);
});

test('the stretch that is shown is the one with the place in it', () => {
  assert.deepEqual(around(70000, 200000, 60000), [60000, 120000]);
  assert.deepEqual(around(0, 200000, 60000), [0, 60000]);
  assert.deepEqual(around(70000, 200000, 0), [0, 200000]);
  assert.deepEqual(around(5000, 20000, 60000), [0, 30000]);
});
