package io.sidetone.core.dialogue;

/**
 * A change of what was said: a client brings an earlier conversation along, or takes something back. Immutable.
 *
 * @param add whether an utterance is added at the end; otherwise the one of {@code token} is taken back
 * @param role who said it
 * @param token the turn it belongs to; negative for what no turn of this call has said
 * @param text what was said
 */
public record HistoryEdit(boolean add, History.Role role, long token, String text) {}
