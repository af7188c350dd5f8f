// The client's half of /vip, without sockets, sound or page: a model, what a message makes of it, and what is then to be done.

/** What a client may send in each state (VIP 7.2); the server enforces the same. */
const ALLOWED = {
  not_connected: [],
  connecting: ['session.initialize', 'session.close'],
  idle: ['input.start', 'state.update', 'text.input', 'turn.grant', 'session.close', 'response.cancel'],
  user_speaking: ['input.audio', 'input.end', 'input.cancel', 'turn.grant', 'session.close', 'response.cancel'],
  ai_thinking: ['input.barge_in', 'response.cancel', 'turn.yield', 'session.close'],
  ai_speaking: ['input.barge_in', 'response.cancel', 'turn.yield', 'state.update', 'text.input', 'session.close'],
  invoke_action: ['action.result', 'action.done', 'state.update', 'response.cancel', 'turn.yield', 'session.close'],
};

const KEPT_LINES = 200;
const TURN = /^[0-9]{1,19}$/;

/** Whether the state allows the operation. */
export function allows(state, operation) {
  return (ALLOWED[state] ?? []).includes(operation);
}

/** A model before the first message. */
export function initial() {
  return {
    state: 'not_connected',
    from: null,
    sessionId: null,
    seq: null,
    gaps: 0,
    lines: [],
    partial: '',
    speaking: null,
    caption: null,
    fault: null,
    ended: null,
  };
}

/** A message of the server from the text of a WebSocket frame; null where it is none. */
export function parse(text) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return null;
  }
  const plain = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!plain(message) || typeof message.type !== 'string' || !plain(message.payload ?? {})) {
    return null;
  }
  return { type: message.type, payload: message.payload ?? {}, seq: message.seq };
}

/**
 * Returns {model, effects} after one message. Effects are data: {kind: 'play' | 'pause' | 'resume' | 'stop' | 'complete' |
 * 'invoke' | 'state' | 'fault' | 'gap' | 'over' | 'ready'…}.
 */
export function reduce(model, message) {
  const counted = sequence(model, message.seq);
  if (counted === null) {
    return { model, effects: [] };
  }
  const handler = HANDLERS[message.type];
  const done = handler === undefined ? { model: counted.model, effects: [] } : handler(counted.model, message.payload);
  return { model: done.model, effects: [...counted.effects, ...done.effects] };
}

function sequence(model, seq) {
  if (!Number.isInteger(seq)) {
    return { model, effects: [] };
  }
  if (model.seq !== null && seq <= model.seq) {
    return null;
  }
  const missed = model.seq === null ? 0 : seq - model.seq - 1;
  return {
    model: { ...model, seq, gaps: model.gaps + missed },
    effects: missed > 0 ? [{ kind: 'gap', missed }] : [],
  };
}

const nothing = (model) => ({ model, effects: [] });
const only = (model, ...effects) => ({ model, effects });

function line(model, role, text, more = {}) {
  return { ...model, lines: [...model.lines, { role, text, ...more }].slice(-KEPT_LINES) };
}

/** The assistant's line of a turn, made where there is none. */
function spoken(model, turn, change) {
  const known = model.lines.some((each) => each.turn === turn);
  const base = known ? model : line(model, 'assistant', '', { turn, heardChars: 0 });
  return { ...base, lines: base.lines.map((each) => (each.turn === turn ? { ...each, ...change(each) } : each)) };
}

const HANDLERS = {
  'session.connected': (model, p) => only({ ...model, sessionId: p.session_id ?? null }, { kind: 'connected' }),
  'server.ready': (model) => only(model, { kind: 'ready' }),
  'state': (model, p) => {
    if (typeof p.value !== 'string') {
      return nothing(model);
    }
    const moved = { ...model, state: p.value, from: p.from ?? model.state };
    if (p.value !== 'user_speaking') {
      moved.partial = '';
    }
    return only(moved, { kind: 'state', value: p.value, from: moved.from, trigger: p.trigger ?? '' });
  },
  'transcript.partial': (model, p) => nothing({ ...model, partial: String(p.text ?? '') }),
  'transcript.final': (model, p) => {
    const text = String(p.text ?? '');
    return nothing({ ...(text === '' ? model : line(model, p.role ?? 'user', text)), partial: '' });
  },
  'response.text.delta': (model, p) =>
    nothing(spoken(model, String(p.turn), (each) => ({ text: each.text + String(p.text ?? '') }))),
  'response.audio': (model, p) => {
    if (!TURN.test(p.turn) || typeof p.audio !== 'string') {
      return only(model, { kind: 'fault', code: 'invalid_message', message: 'audio without a turn' });
    }
    const effect = { kind: 'play', turn: String(p.turn), startMs: Number(p.positionMs) || 0, audio: p.audio };
    return only({ ...model, speaking: String(p.turn) }, effect);
  },
  'playback.pause': (model, p) => only({ ...model, paused: true }, { kind: 'pause', turn: String(p.turn) }),
  'playback.resume': (model, p) => only({ ...model, paused: false }, { kind: 'resume', turn: String(p.turn) }),
  'playback.stop': (model, p) => {
    const turn = TURN.test(p.turn) ? String(p.turn) : model.speaking;
    if (turn === null) {
      return nothing(model);
    }
    // The number is that of the cancellation: every turn up to it is over.
    const dead = (each) => each.turn !== undefined && TURN.test(each.turn) && !each.completed && BigInt(each.turn) <= BigInt(turn);
    const cut = { ...model, lines: model.lines.map((each) => (dead(each) ? { ...each, interrupted: true } : each)) };
    return only({ ...cut, paused: false, speaking: null }, { kind: 'stop', turn });
  },
  'audio.complete': (model, p) => {
    const turn = String(p.turn);
    const ended = model.lines.some((each) => each.turn === turn)
      ? spoken(model, turn, (each) => (p.completed === false ? { interrupted: true } : { completed: true, heardChars: each.text.length }))
      : model;
    const after = { ...ended, speaking: model.speaking === turn ? null : model.speaking, paused: false };
    // A turn that was cut short may be told before its stop, and is none that was sent to its end.
    return p.completed === false ? nothing(after) : only(after, { kind: 'complete', turn });
  },
  'caption': (model, p) =>
    nothing(spoken(model, String(p.turn), (each) => ({
      text: typeof p.text === 'string' && p.text.length >= each.text.length ? p.text : each.text,
      heardChars: Math.max(each.heardChars, Number(p.heardChars) || 0),
    }))),
  'action.invoke': (model, p) =>
    only(line(model, 'action', String(p.action_id), { invocation: p.invocation_id, parameters: p.parameters }), {
      kind: 'invoke', action: p.action_id, invocation: p.invocation_id, parameters: p.parameters ?? {} }),
  'action.cancel': (model, p) => {
    const known = model.lines.findLast((each) => each.invocation !== undefined && each.invocation === p.invocation_id);
    return known === undefined ? nothing(model) : only(model, { kind: 'cancelled', invocation: p.invocation_id, action: known.text });
  },
  'narrated_state.applied': (model) => only({ ...model, narrated: 'applied' }, { kind: 'narrated', applied: true }),
  'narrated_state.deferred': (model) => only({ ...model, narrated: 'deferred' }, { kind: 'narrated', applied: false }),
  'error': (model, p) => {
    const fault = { kind: 'fault', code: String(p.code ?? 'error'), message: String(p.message ?? ''), operation: p.operation ?? null };
    return only({ ...model, fault }, fault);
  },
  'error.fatal': (model, p) => {
    const fault = { kind: 'fault', code: String(p.code ?? 'error'), message: String(p.message ?? 'the session failed'), fatal: true };
    return only({ ...model, fault }, fault);
  },
  'session.terminated': (model, p) => {
    const over = { ...model, state: 'not_connected', from: model.state, ended: String(p.reason ?? 'ended'), partial: '' };
    return only(over, { kind: 'over', reason: over.ended });
  },
};
HANDLERS.invoke_action = HANDLERS['action.invoke'];

/** The model when the socket has gone without a goodbye. */
export function dropped(model, reason) {
  return { ...model, state: 'not_connected', from: model.state, ended: model.ended ?? reason, partial: '', speaking: null };
}

/** What pressing "speak" sends in a state: the message, and whether playback stops here and now; null where it does nothing. */
export function press(state, trigger) {
  switch (state) {
    case 'idle':
      return { message: ['input.start', { trigger }], silence: false };
    case 'ai_speaking':
    case 'ai_thinking':
      return { message: ['input.barge_in', { trigger }], silence: true };
    default:
      return null;
  }
}
