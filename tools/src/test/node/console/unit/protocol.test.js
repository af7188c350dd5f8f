import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../modules.js';

const { allows, dropped, initial, parse, press, reduce } = await load('talk/protocol.js');

function run(messages, model = initial()) {
  const effects = [];
  for (const [type, payload = {}, seq] of messages) {
    const done = reduce(model, { type, payload, seq });
    model = done.model;
    effects.push(...done.effects);
  }
  return { model, effects };
}

test('follows the states of the server', () => {
  const { model, effects } = run([
    ['session.connected', { session_id: 'S' }, 1],
    ['state', { value: 'connecting', from: 'not_connected' }, 2],
    ['server.ready', {}, 3],
    ['state', { value: 'idle', from: 'connecting', trigger: 'server.ready' }, 4],
  ]);
  assert.equal(model.state, 'idle');
  assert.equal(model.sessionId, 'S');
  assert.deepEqual(effects.map(({ kind }) => kind), ['connected', 'state', 'ready', 'state']);
});

test('takes a repeated message once and tells of missed ones', () => {
  const { model, effects } = run([
    ['state', { value: 'idle' }, 4],
    ['state', { value: 'ai_speaking' }, 4],
    ['state', { value: 'user_speaking' }, 7],
  ]);
  assert.equal(model.state, 'user_speaking');
  assert.equal(model.gaps, 2);
  assert.deepEqual(effects.find(({ kind }) => kind === 'gap'), { kind: 'gap', missed: 2 });
});

test('plays, pauses, goes on and stops by turn', () => {
  const { model, effects } = run([
    ['response.audio', { turn: '16', positionMs: 0, audio: 'AAA=' }],
    ['playback.pause', { turn: '16' }],
    ['playback.resume', { turn: '16' }],
    ['playback.stop', { turn: '16' }],
  ]);
  assert.deepEqual(effects, [
    { kind: 'play', turn: '16', startMs: 0, audio: 'AAA=' },
    { kind: 'pause', turn: '16' },
    { kind: 'resume', turn: '16' },
    { kind: 'stop', turn: '16' },
  ]);
  assert.equal(model.speaking, null);
});

test('audio without a turn is a fault, not a sound', () => {
  const { effects } = run([['response.audio', { audio: 'AAA=' }], ['response.audio', { turn: 'x', audio: 'AAA=' }]]);
  assert.deepEqual(effects.map(({ kind }) => kind), ['fault', 'fault']);
});

test('keeps the words of a turn, what was heard of them, and that it was cut short', () => {
  const { model } = run([
    ['response.text.delta', { turn: '16', text: 'Hello ' }],
    ['response.text.delta', { turn: '16', text: 'there.' }],
    ['caption', { turn: '16', text: 'Hello there.', heardChars: 5 }],
    ['caption', { turn: '16', text: 'Hello there.', heardChars: 3 }],
    ['playback.stop', { turn: '16' }],
  ]);
  assert.deepEqual(model.lines, [{ role: 'assistant', text: 'Hello there.', turn: '16', heardChars: 5, interrupted: true }]);
});

test('a stop by a later number marks the turns before it, but not those that were heard whole', () => {
  const { model } = run([
    ['response.text.delta', { turn: '16', text: 'Whole.' }], ['audio.complete', { turn: '16', completed: true }],
    ['response.text.delta', { turn: '32', text: 'Cut.' }], ['playback.stop', { turn: '40' }],
    ['response.text.delta', { turn: '48', text: 'Next.' }],
  ]);
  assert.deepEqual(model.lines.map(({ interrupted }) => interrupted), [undefined, true, undefined]);
});

test('a turn played to its end was heard whole', () => {
  const { model } = run([
    ['response.text.delta', { turn: '16', text: 'Hello.' }],
    ['audio.complete', { turn: '16', completed: true }],
  ]);
  assert.deepEqual(model.lines[0], { role: 'assistant', text: 'Hello.', turn: '16', heardChars: 6, completed: true });
});

test('a turn that is told as cut short, before its stop or after, is not taken as sent to its end', () => {
  const cut = ['audio.complete', { turn: '16', completed: false }];
  for (const messages of [[cut, ['playback.stop', { turn: '20' }]], [['playback.stop', { turn: '20' }], cut]]) {
    const { model, effects } = run([['response.text.delta', { turn: '16', text: 'Cut.' }], ...messages]);
    assert.deepEqual(effects, [{ kind: 'stop', turn: '20' }]);
    assert.ok(model.lines[0].interrupted);
  }
});

test('shows a partial until the final', () => {
  assert.equal(run([['transcript.partial', { text: 'hel' }]]).model.partial, 'hel');
  const { model } = run([['transcript.partial', { text: 'hel' }], ['transcript.final', { text: 'hello', role: 'user' }]]);
  assert.equal(model.partial, '');
  assert.deepEqual(model.lines, [{ role: 'user', text: 'hello' }]);
});

test('invokes actions by either name', () => {
  const { effects } = run([
    ['action.invoke', { action_id: 'navigate', invocation_id: 'i1', parameters: { page: 'x' } }],
    ['invoke_action', { action_id: 'close', invocation_id: 'i2' }],
  ]);
  assert.deepEqual(effects, [
    { kind: 'invoke', action: 'navigate', invocation: 'i1', parameters: { page: 'x' } },
    { kind: 'invoke', action: 'close', invocation: 'i2', parameters: {} },
  ]);
});

test('an action that is taken back is told so', () => {
  const invoke = ['action.invoke', { action_id: 'navigate', invocation_id: 'i1', parameters: {} }];
  assert.deepEqual(run([invoke, ['action.cancel', { invocation_id: 'i1' }], ['action.cancel', { invocation_id: 'i9' }]]).effects.slice(1),
    [{ kind: 'cancelled', invocation: 'i1', action: 'navigate' }]);
});

test('errors are told, a fatal one as such, and the end ends everything', () => {
  const { model, effects } = run([
    ['error', { code: 'forbidden', message: 'no', state: 'idle' }],
    ['error.fatal', { code: 'engine_failed', message: 'gone' }],
    ['session.terminated', { reason: 'failed' }],
  ]);
  assert.deepEqual(effects.map(({ kind, fatal }) => [kind, fatal]), [['fault', undefined], ['fault', true], ['over', undefined]]);
  assert.equal(model.state, 'not_connected');
  assert.equal(model.ended, 'failed');
});

test('what it does not know changes nothing', () => {
  const before = initial();
  assert.equal(reduce(before, { type: 'something.new', payload: {} }).model, before);
});

test('text that is no message is none', () => {
  for (const text of ['', 'x', 'null', '1', '[]', '{"type":1}', '{"type":"a","payload":[]}', '{"type":"a","payload":3}']) {
    assert.equal(parse(text), null, text);
  }
  assert.deepEqual(parse('{"type":"server.ready"}'), { type: 'server.ready', payload: {}, seq: undefined });
});

test('random messages never throw', () => {
  let seed = 4711;
  const random = (n) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed % n;
  };
  const types = ['state', 'response.audio', 'caption', 'playback.stop', 'audio.complete', 'transcript.final', 'action.invoke', 'error', 'session.terminated'];
  const values = [undefined, null, '', 'x', '16', 0, -1, 1.5, {}, [], true];
  let model = initial();
  for (let i = 0; i < 5000; i++) {
    const payload = {};
    for (const name of ['value', 'turn', 'text', 'audio', 'positionMs', 'heardChars', 'code', 'role', 'completed']) {
      payload[name] = values[random(values.length)];
    }
    model = reduce(model, { type: types[random(types.length)], payload, seq: i }).model;
    assert.ok(model.lines.length <= 200);
  }
});

test('speaking is input.start, or a barge-in that silences here first', () => {
  assert.deepEqual(press('idle', 'ptt'), { message: ['input.start', { trigger: 'ptt' }], silence: false });
  assert.deepEqual(press('ai_speaking', 'ptt'), { message: ['input.barge_in', { trigger: 'ptt' }], silence: true });
  assert.deepEqual(press('ai_thinking', 'ptt').message[0], 'input.barge_in');
  for (const state of ['not_connected', 'connecting', 'invoke_action', 'user_speaking']) {
    assert.equal(press(state, 'ptt'), null, state);
  }
});

test('knows what each state forbids', () => {
  assert.ok(allows('ai_speaking', 'input.barge_in'));
  assert.ok(!allows('idle', 'input.barge_in'));
  assert.ok(!allows('invoke_action', 'input.audio'));
  assert.ok(!allows('nonsense', 'input.start'));
});

test('a lost socket is the end with its reason', () => {
  const { model } = run([['state', { value: 'ai_speaking' }], ['response.audio', { turn: '16', audio: 'AAA=' }]]);
  const over = dropped(model, 'lost');
  assert.deepEqual([over.state, over.from, over.ended, over.speaking], ['not_connected', 'ai_speaking', 'lost', null]);
});
