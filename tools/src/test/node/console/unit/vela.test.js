import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../modules.js';

const vela = await load('vela/protocol.js');
const message = (type, payload = {}) => JSON.stringify({ type, payload });
const hear = (model, ...messages) => messages.reduce((now, [type, payload]) => vela.received(now, message(type, payload)), model);

const ready = () => hear(vela.opened(vela.connecting(vela.initial())), ['session.ready', { sessionId: 'S' }], ['session.state', { value: 'idle' }]);

test('connection states run as the document says', () => {
  let model = vela.initial();
  assert.equal(model.connection, 'not connected');
  model = vela.connecting(model);
  assert.equal(model.connection, 'connecting');
  model = vela.opened(model);
  assert.equal(model.connection, 'connected');
  model = vela.closed(model);
  assert.equal(model.connection, 'disconnected');
  assert.equal(vela.closed(vela.failed(vela.connecting(model), 'x')).connection, 'error');
});

test('controls wait for session.ready', () => {
  const open = vela.opened(vela.connecting(vela.initial()));
  assert.deepEqual(pick(vela.controls(open)), { mocked: false, microphone: false, cancel: false });
  assert.deepEqual(pick(vela.controls(ready())), { mocked: true, microphone: true, cancel: false });
});

test('during a mocked turn only cancel can be used', () => {
  const model = vela.triggered(ready());
  assert.deepEqual(pick(vela.controls(model)), { mocked: false, microphone: false, cancel: true });
  assert.equal(vela.triggered(model), model);
  assert.equal(vela.pressed(model), model);
});

test('a mocked turn renders and frees the controls at idle', () => {
  const model = hear(vela.triggered(ready()),
    ['session.state', { value: 'listening' }],
    ['transcript.final', { text: '[mocked user] What is the current mocked vertical slice?' }],
    ['session.state', { value: 'thinking' }], ['session.state', { value: 'speaking' }],
    ['response.text.delta', { text: '[mocked assistant] ' }], ['response.text.delta', { text: 'This.' }],
    ['response.completed', {}], ['session.state', { value: 'idle' }]);
  assert.equal(model.final, '[mocked user] What is the current mocked vertical slice?');
  assert.equal(model.response, '[mocked assistant] This.');
  assert.deepEqual(pick(vela.controls(model)), { mocked: true, microphone: true, cancel: false });
});

test('the microphone shows the latest partial, then the final alone', () => {
  let model = hear(vela.pressed(ready()), ['session.state', { value: 'listening' }], ['transcript.partial', { text: 'p1' }], ['transcript.partial', { text: 'p2' }]);
  assert.equal(model.partial, 'p2');
  assert.ok(vela.controls(model).microphone);
  model = hear(vela.released(model), ['transcript.final', { text: 'f' }]);
  assert.deepEqual([model.partial, model.final], ['', 'f']);
  assert.ok(!vela.controls(model).microphone);
});

test('cancel keeps what was rendered and clears the turn at idle', () => {
  const model = hear(vela.cancelled(hear(vela.triggered(ready()),
    ['transcript.final', { text: 'f' }], ['response.text.delta', { text: 'r' }])), ['session.state', { value: 'idle' }]);
  assert.deepEqual([model.final, model.response, model.turn], ['f', 'r', null]);
});

test('a release after a cancel commits nothing', () => {
  const cancelled = vela.cancelled(vela.pressed(ready()));
  assert.equal(vela.released(cancelled), cancelled);
});

test('errors of the gateway are shown and the session goes on', () => {
  const model = hear(vela.triggered(ready()), ['session.state', { value: 'listening' }], ['error', { code: 'mocked_turn_in_flight', message: 'one runs' }]);
  assert.deepEqual(model.error, { code: 'mocked_turn_in_flight', message: 'one runs' });
  assert.equal(model.connection, 'connected');
  assert.equal(model.turn, 'mocked');
});

test('malformed messages are a safe error', () => {
  const texts = ['', '{', 'null', '[]', '{"type":"session.ready"}', message('session.ready', {}), message('session.state', { value: 'singing' }),
    message('transcript.final', {}), '{"type":"transcript.partial","payload":null}'];
  for (const text of texts) {
    const model = vela.received(ready(), text);
    assert.equal(model.error.code, 'malformed_message', text);
    assert.equal(model.session, 'idle');
  }
});

test('additions to the protocol are passed over', () => {
  const model = ready();
  assert.equal(vela.received(model, message('response.audio.delta', { audio: '' })), model);
});

function pick({ mocked, microphone, cancel }) {
  return { mocked, microphone, cancel };
}
