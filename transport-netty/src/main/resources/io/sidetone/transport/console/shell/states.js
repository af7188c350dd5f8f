// The states as people meet them. Each has a word, a shape, an icon and a sentence of its own; color only repeats them.

const of = (id, label, shape, says) => ({ id, label, shape, says });

/** VIP wire ids, in the order of a turn. */
export const STATES = {
  not_connected: of('not_connected', 'Not connected', 'bar', 'There is no call.'),
  connecting: of('connecting', 'Connecting', 'dashes', 'The call is being set up.'),
  idle: of('idle', 'Idle', 'ring', 'Nobody has the floor; the agent waits.'),
  user_speaking: of('user_speaking', 'Listening', 'disc', 'The caller has the floor.'),
  ai_thinking: of('ai_thinking', 'Processing', 'hexagon', 'The agent is about to answer.'),
  ai_speaking: of('ai_speaking', 'Speaking', 'square', 'The agent has the floor.'),
  invoke_action: of('invoke_action', 'Action', 'diamond', 'The agent waits for an action.'),
};

/** What may stand beside a state. */
export const OVERLAYS = {
  yielding: of('yielding', 'Yielding', 'pause', 'Playback pauses: the caller may be speaking.'),
  held: of('held', 'On hold', 'pause', 'The call is on hold.'),
  recovering: of('recovering', 'Recovering', 'wave', 'An engine is being brought back.'),
};

/** The state of a wire id; unknown ones read as they came. */
export function stateOf(id) {
  return STATES[id] ?? of('unknown', String(id ?? 'Unknown'), 'ring', '');
}

/** The VIP wire id of an engine state. */
export function vipOf(engineState) {
  switch (engineState) {
    case 'CONNECTING': return 'connecting';
    case 'IDLE': return 'idle';
    case 'LISTENING': return 'user_speaking';
    case 'FINALIZING':
    case 'THINKING': return 'ai_thinking';
    case 'ACTION': return 'invoke_action';
    case 'SPEAKING':
    case 'INTERRUPTED': return 'ai_speaking';
    default: return 'not_connected';
  }
}

/** What an engine state is called where no other one of the same VIP state may be meant. */
const ENGINE = { FINALIZING: 'Turn over', INTERRUPTED: 'Interrupted', ENDING: 'Ending', ENDED: 'Ended' };
const CHANGE = /^([A-Z_]+) -> ([A-Z_]+) \([^,)]*(?:, (.*))?\)$/;

/** A change of the floor as the timeline of a call has it, in words; other text as it is. */
export function changeOf(text) {
  const [, from, to, why] = CHANGE.exec(text) ?? [];
  const name = (state) => ENGINE[state] ?? stateOf(vipOf(state)).label;
  return from === undefined ? text : `${name(from)} → ${name(to)}${why === undefined ? '' : `: ${why}`}`;
}
