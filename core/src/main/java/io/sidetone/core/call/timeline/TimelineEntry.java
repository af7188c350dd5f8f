package io.sidetone.core.call.timeline;

/**
 * One line of a call's timeline.
 *
 * @param atMs since admission
 * @param kind short and stable: state, transcript, agent, digit, yield, commit, resume, end, engine, warning
 * @param text in words
 */
public record TimelineEntry(long atMs, String kind, String text) {}
