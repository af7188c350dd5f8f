package io.sidetone.core.call.timeline;

/**
 * One line of a call's timeline. Its words are made when somebody reads them.
 *
 * @param atMs since admission
 * @param kind short and stable: state, transcript, agent, digit, yield, commit, resume, end, engine, warning
 * @param what a text, or what never changes and says its text
 */
public record TimelineEntry(long atMs, String kind, Object what) {
    /** Returns what happened, in words. */
    public String text() {
        return what.toString();
    }
}
