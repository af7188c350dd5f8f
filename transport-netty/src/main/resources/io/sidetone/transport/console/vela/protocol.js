// The Vela client: connection states and controls exactly as its document says (VEL-10). Pure: a model and what events make of it.

const SESSION_STATES = new Set(['idle', 'listening', 'thinking', 'speaking']);

/** Before anything. `connection`: not connected → connecting → connected → disconnected → error. */
export function initial() {
  return {
    connection: 'not connected',
    ready: false,
    sessionId: null,
    session: null,
    turn: null,
    partial: '',
    final: '',
    response: '',
    error: null,
  };
}

/** Which controls can be used. */
export function controls(model) {
  const open = model.connection === 'connected' && model.ready;
  return {
    connect: model.connection !== 'connecting' && model.connection !== 'connected',
    disconnect: model.connection === 'connecting' || model.connection === 'connected',
    mocked: open && model.turn === null,
    microphone: open && (model.turn === null || model.turn === 'pressed'),
    cancel: open && model.turn !== null,
  };
}

export function connecting(model) {
  return { ...initial(), connection: 'connecting', partial: '', final: model.final, response: model.response };
}

export function opened(model) {
  return { ...model, connection: 'connected' };
}

/** The socket is gone; what was rendered stays. */
export function closed(model) {
  const connection = model.connection === 'error' ? 'error' : 'disconnected';
  return { ...model, connection, ready: false, session: null, turn: null };
}

/** The browser's own WebSocket error, or a message that is none. */
export function failed(model, message) {
  return { ...model, connection: 'error', ready: false, turn: null, error: { code: 'connection', message } };
}

/** The mocked-turn control. */
export function triggered(model) {
  return controls(model).mocked ? { ...model, turn: 'mocked', partial: '', final: '', response: '', error: null } : model;
}

/** The microphone control goes down: one placeholder chunk. */
export function pressed(model) {
  return controls(model).mocked ? { ...model, turn: 'pressed', partial: '', final: '', response: '', error: null } : model;
}

/** … and up: commit. */
export function released(model) {
  return model.turn === 'pressed' ? { ...model, turn: 'committed' } : model;
}

/** The cancel control: what was rendered stays; a microphone that is still held commits nothing any more. */
export function cancelled(model) {
  return controls(model).cancel ? { ...model, turn: 'cancelling' } : model;
}

/** A text frame of the gateway. Nothing it holds makes this throw. */
export function received(model, text) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return malformed(model, 'it is no JSON');
  }
  const payload = message?.payload;
  if (typeof message?.type !== 'string' || payload === null || typeof payload !== 'object') {
    return malformed(model, 'it has no type and payload');
  }
  const handler = HANDLERS[message.type];
  // Additions to the protocol are not for this client.
  return handler === undefined ? model : handler(model, payload);
}

function malformed(model, why) {
  return { ...model, error: { code: 'malformed_message', message: `a message of the server was not understood: ${why}` } };
}

const text = (model, payload, use) => (typeof payload.text === 'string' ? use(payload.text) : malformed(model, 'its text is missing'));

const HANDLERS = {
  'session.ready': (model, p) =>
    typeof p.sessionId === 'string' ? { ...model, ready: true, sessionId: p.sessionId } : malformed(model, 'its sessionId is missing'),
  'session.state': (model, p) => {
    if (!SESSION_STATES.has(p.value)) {
      return malformed(model, 'its state is unknown');
    }
    const over = p.value === 'idle' && model.turn !== 'pressed';
    return { ...model, session: p.value, turn: over ? null : model.turn };
  },
  'transcript.partial': (model, p) => text(model, p, (partial) => ({ ...model, partial })),
  'transcript.final': (model, p) => text(model, p, (final) => ({ ...model, final, partial: '' })),
  'response.text.delta': (model, p) => text(model, p, (delta) => ({ ...model, response: model.response + delta })),
  'response.completed': (model) => model,
  'error': (model, p) => {
    const code = typeof p.code === 'string' ? p.code : 'error';
    const error = { code, message: String(p.message ?? '') };
    // Whatever was asked was refused; a turn that runs goes on.
    return { ...model, error, turn: model.session === 'idle' ? null : model.turn };
  },
};
