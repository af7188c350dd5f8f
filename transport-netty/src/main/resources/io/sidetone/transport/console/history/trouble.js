// What went wrong with a call, as far as one line of the history shows it. Pure.

const SHORT_MS = 10000;
const OFTEN = 3;
const SLOW_MS = 2500;

/** Causes of ends that are nobody's wish. */
const FAILURES = new Set(['UNREACHABLE', 'MEDIA_TIMEOUT', 'HOLD_TIMEOUT', 'PEER_GONE', 'ACK_TIMEOUT', 'SESSION_EXPIRED', 'TRANSPORT_FAILED',
  'ENGINE_FAILED', 'SETUP_FAILED', 'MEDIA_UNUSABLE', 'OVERLOAD', 'INTERNAL_ERROR', 'SHUTDOWN', 'PROCESS_GONE']);

/** The kinds, the worst first. */
export const KINDS = {
  failed: 'Failed',
  refused: 'Refused',
  short: 'Short',
  interrupted: 'Often interrupted',
  slow: 'Slow answers',
};

/** The worst that is wrong with `call`, or null. */
export function troubleOf(call) {
  if (call.state === 'live') {
    return null;
  }
  if (call.state === 'refused') {
    return 'refused';
  }
  if (FAILURES.has(call.cause) || (call.answered === false && call.direction === 'out')) {
    return 'failed';
  }
  if (call.answered === true && call.durationMs < SHORT_MS) {
    return 'short';
  }
  if ((call.interruptions ?? 0) >= OFTEN) {
    return 'interrupted';
  }
  return (call.worstAnswerMs ?? 0) >= SLOW_MS ? 'slow' : null;
}

/** Calls with trouble by kind, the worst kind first. */
export function troubles(calls) {
  const found = Object.keys(KINDS).map((kind) => [kind, calls.filter((call) => troubleOf(call) === kind)]);
  return found.filter(([, some]) => some.length > 0);
}

/** How many calls had each cause, the most frequent first. */
export function causes(calls) {
  const counts = new Map();
  calls.filter(({ cause }) => cause !== undefined).forEach(({ cause }) => counts.set(cause, (counts.get(cause) ?? 0) + 1));
  return [...counts].sort((a, b) => b[1] - a[1]);
}
