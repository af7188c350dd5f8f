import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../modules.js';

// The module asks the browser for nothing before a panel is made.
const { toolsOf, took } = await load('talk/facts.js');
const at = (ms) => new Date(Date.UTC(2026, 3, 1) + ms).toISOString();

test('tools stand in the order of their requests, those that run with those that are over', () => {
  const tools = toolsOf({
    actions: [
      { invocationId: 'b', action: 'book', wantedAt: at(500), endedAt: at(900), code: 'failed', parameters: { day: 'monday' } },
      { invocationId: 'c', action: 'pay', wantedAt: at(700), endedAt: at(710), code: 'ok' },
    ],
    running: [{ invocationId: 'a', action: 'look', wantedAt: at(100), parameters: {} }],
  });
  assert.deepEqual(tools, [
    { id: 'a', name: 'look', parameters: {}, state: 'running', ms: null },
    { id: 'b', name: 'book', parameters: { day: 'monday' }, state: 'failed', ms: 400 },
    { id: 'c', name: 'pay', parameters: undefined, state: 'ok', ms: 10 },
  ]);
  assert.deepEqual(toolsOf({}), []);
});

test('times are as people read them', () => {
  assert.deepEqual([took(null), took(340.4), took(-3), took(75000), took(NaN)], ['', '340 ms', '0 ms', '1:15', '']);
});
