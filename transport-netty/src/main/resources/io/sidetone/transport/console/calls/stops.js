// Moments of a call worth a stop, and the place in it: pure.

const LONG_ANSWER_MS = 1500;

/** Interruptions and long answers, in order: {atMs, kind, text}. */
export function stopsOf(detail) {
  const epoch = Date.parse(detail.startedAt);
  const cuts = (detail.turns ?? []).filter(({ interruption }) => interruption !== undefined && interruption !== null).map(({ interruption }) => ({
    atMs: Date.parse(interruption.detectedAt) - epoch, kind: 'interruption', text: `Interruption, ${interruption.latencyMs} ms`,
  }));
  const waits = (detail.answers ?? []).filter(({ audioMs }) => audioMs >= LONG_ANSWER_MS).map(({ speechEndedAt, audioMs, slowest }) => ({
    atMs: Date.parse(speechEndedAt) - epoch, kind: 'answer', text: `Answer after ${audioMs} ms, longest: ${slowest}`,
  }));
  return [...cuts, ...waits].sort((a, b) => a.atMs - b.atMs);
}

/** The stop after `atMs`, or before it with `step` -1; null where there is none. */
export function stopFrom(stops, atMs, step) {
  const others = step > 0 ? stops.filter((stop) => stop.atMs > atMs + 50) : stops.filter((stop) => stop.atMs < atMs - 50);
  return (step > 0 ? others[0] : others.at(-1)) ?? null;
}

/** When each line of the conversation began, ms: those of the turns of its side, in order; undefined where that is not known. */
export function beginsOf(detail) {
  const epoch = Date.parse(detail.startedAt);
  const left = { user: [], assistant: [] };
  (detail.turns ?? []).forEach(({ role, startedAt, turnId }) => left[role === 'user' ? 'user' : 'assistant'].push({ turnId, atMs: Date.parse(startedAt) - epoch }));
  return (detail.history ?? []).map(({ role, utteranceId }) => {
    const turns = left[role === 'user' ? 'user' : 'assistant'];
    const same = turns.findIndex(({ turnId }) => turnId.replace(/^turn/, 'utt') === utteranceId);
    return turns.splice(0, same < 0 ? 1 : same + 1).at(-1)?.atMs;
  });
}
