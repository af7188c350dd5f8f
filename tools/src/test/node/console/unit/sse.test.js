import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../modules.js';

const { EventParser } = await load('shell/sse.js');
const STREAM = 'retry: 1500\n: hello\n\nid: A/1\ndata: {"a":1}\n\n: \n\nid: A/2\ndata: one\ndata: two\n\n';

test('reads events however the text is cut', () => {
  for (let cut = 0; cut <= STREAM.length; cut++) {
    const parser = new EventParser();
    const events = [...parser.push(STREAM.slice(0, cut)), ...parser.push(STREAM.slice(cut))];
    assert.deepEqual(events, [{ id: 'A/1', data: '{"a":1}' }, { id: 'A/2', data: 'one\ntwo' }], `cut at ${cut}`);
    assert.equal(parser.retryMs, 1500);
  }
});

test('keeps half an event until it is whole', () => {
  const parser = new EventParser();
  assert.deepEqual(parser.push('data: x\n'), []);
  assert.deepEqual(parser.push('\n'), [{ data: 'x' }]);
});
