// The Vela panel: a control shell over /ws, as its document describes it. No sound is captured or played here.
import { schemaCheck } from '../schema/served.js';
import { h, icon, mark, usable, write } from '../shell/dom.js';
import * as vela from './protocol.js';

const CHUNK = 'cGxhY2Vob2xkZXI=';
const SHAPES = { 'not connected': 'not_connected', connecting: 'connecting', connected: 'idle', disconnected: 'not_connected', error: 'warn' };
const SESSION = { idle: 'idle', listening: 'user_speaking', thinking: 'ai_thinking', speaking: 'ai_speaking' };

export function velaView(app) {
  let model = vela.initial();
  let socket = null;
  let check = () => null;
  schemaCheck('/schemas/ws-1.schema.json').then((found) => { check = found; });

  const glyph = icon('not_connected', 'glyph');
  const connection = h('span', { class: 'badge', id: 'vela-connection' }, glyph, h('span', { class: 'word' }));
  const sessionGlyph = icon('idle', 'glyph');
  const session = h('span', { class: 'badge', id: 'vela-session', hidden: true }, sessionGlyph, h('span', { class: 'word' }));
  const connect = h('button', { type: 'button', class: 'primary', id: 'vela-connect', onclick: open }, 'Connect');
  const disconnect = h('button', { type: 'button', id: 'vela-disconnect', onclick: () => socket?.close(1000) }, 'Disconnect');
  const mocked = h('button', { type: 'button', id: 'vela-mocked', onclick: trigger }, icon('say'), 'Mocked turn');
  const microphone = h('button', { type: 'button', id: 'vela-mic', 'data-space-speaks': true, 'aria-describedby': 'vela-note' }, icon('mic'), 'Hold for the microphone');
  const cancel = h('button', { type: 'button', id: 'vela-cancel', 'aria-keyshortcuts': 's', onclick: stop }, icon('stop'), 'Cancel', h('kbd', null, 'S'));
  const partial = h('p', { id: 'vela-partial', class: 'words' });
  const final = h('p', { id: 'vela-final', class: 'words' });
  const response = h('p', { id: 'vela-response', class: 'words' });
  const error = h('p', { class: 'problem', role: 'alert', id: 'vela-error', hidden: true });
  const active = h('span', { class: 'tag', id: 'vela-active', hidden: true }, 'turn active');
  const element = h('section', { class: 'page vela' },
    h('header', { class: 'row' }, h('h1', null, 'Mocked turn'), h('span', { class: 'grow' }), active, session, connection),
    h('p', { class: 'hint', id: 'vela-note' }, 'A turn over ', h('code', null, '/ws'), ' in which no engine takes part. The microphone button is a control shell: it sends placeholder chunks and captures no sound.'),
    error,
    h('div', { class: 'row' }, connect, disconnect, h('span', { class: 'grow' }), mocked, microphone, cancel),
    h('dl', { class: 'vela-text', 'aria-live': 'polite' },
      h('div', null, h('dt', null, 'Hearing'), h('dd', null, partial)),
      h('div', null, h('dt', null, 'You'), h('dd', null, final)),
      h('div', null, h('dt', null, 'Agent'), h('dd', null, response))));

  function send(type, payload = {}) {
    if (socket?.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify({ type, payload }));
    }
  }

  function open() {
    model = vela.connecting(model);
    render();
    const url = new URL('/ws', location.href);
    url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    if (app.api.token !== '') {
      url.searchParams.set('token', app.api.token);
    }
    const mine = new WebSocket(url);
    socket = mine;
    mine.onopen = () => step(mine, vela.opened);
    mine.onerror = () => step(mine, (now) => vela.failed(now, 'the browser could not keep the connection'));
    mine.onclose = () => step(mine, vela.closed);
    mine.onmessage = (event) => step(mine, (now) => hear(now, event.data));
  }

  function hear(now, data) {
    const next = typeof data === 'string' ? vela.received(now, data) : vela.received(now, '');
    if (next.error !== null && next.error === now.error) {
      return next;
    }
    let wrong = null;
    try {
      wrong = check(JSON.parse(data));
    } catch {
      // What is no JSON was told already.
    }
    return wrong === null ? next : { ...now, error: { code: 'malformed_message', message: `a message of the server was not understood: ${wrong}` } };
  }

  function step(from, change) {
    if (from === socket) {
      model = change(model);
      render();
    }
  }

  function trigger() {
    const next = vela.triggered(model);
    if (next !== model) {
      model = next;
      send('mocked.turn.trigger');
      render();
    }
  }

  function press() {
    const next = vela.pressed(model);
    if (next !== model) {
      model = next;
      send('input_audio.append', { chunk: CHUNK });
      render();
    }
  }

  function release() {
    const next = vela.released(model);
    if (next !== model) {
      model = next;
      send('input_audio.commit');
      render();
    }
  }

  function stop() {
    const next = vela.cancelled(model);
    if (next !== model) {
      model = next;
      send('response.cancel');
      render();
    }
  }

  const key = (event, act) => {
    if ((event.key === ' ' || event.key === 'Enter') && !event.repeat) {
      event.preventDefault();
      act();
    }
  };
  microphone.addEventListener('pointerdown', (event) => { microphone.setPointerCapture(event.pointerId); press(); });
  microphone.addEventListener('pointerup', release);
  microphone.addEventListener('pointercancel', release);
  microphone.addEventListener('keydown', (event) => key(event, press));
  microphone.addEventListener('keyup', (event) => key(event, release));
  app.shortcuts.bind({
    s: { down: stop, label: 'Cancel the turn' },
    t: { down: trigger, label: 'Mocked turn' },
  });

  let announced = '';

  function render() {
    const can = vela.controls(model);
    mark(connect, 'hidden', !can.connect);
    mark(disconnect, 'hidden', !can.disconnect);
    usable(mocked, can.mocked);
    usable(microphone, can.microphone);
    usable(cancel, can.cancel);
    mark(microphone, 'aria-pressed', String(model.turn === 'pressed'));
    mark(glyph.firstElementChild, 'href', `#i-${SHAPES[model.connection]}`);
    mark(connection, 'data-state', model.connection === 'error' ? 'error' : SHAPES[model.connection]);
    write(connection.lastElementChild, model.connection[0].toUpperCase() + model.connection.slice(1));
    mark(session, 'hidden', model.session === null);
    if (model.session !== null) {
      mark(session, 'data-state', SESSION[model.session]);
      mark(sessionGlyph.firstElementChild, 'href', `#i-${SESSION[model.session]}`);
      write(session.lastElementChild, model.session[0].toUpperCase() + model.session.slice(1));
    }
    mark(active, 'hidden', model.turn === null);
    write(partial, model.partial);
    write(final, model.final);
    write(response, model.response);
    mark(error, 'hidden', model.error === null);
    write(error, model.error === null ? '' : `${model.error.message} (${model.error.code})`);
    const now = `${model.connection}, ${model.session ?? 'no session'}`;
    if (now !== announced) {
      announced = now;
      app.announcer.now(`${now}.`);
    }
  }

  render();
  app.vela = { get model() { return model; }, receive: (text) => step(socket, (now) => hear(now, text)) };
  return {
    element,
    close() {
      const old = socket;
      socket = null;
      old?.close();
      delete app.vela;
    },
  };
}
