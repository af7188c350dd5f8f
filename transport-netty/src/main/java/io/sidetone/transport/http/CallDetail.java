package io.sidetone.transport.http;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything the API shows of one call.
 *
 * @param call at a glance
 * @param end how it ended; empty while it lives
 * @param timeline what happened, in order
 * @param history what was said, as both sides heard it
 * @param metrics numbers by name
 * @param sip messages of the dialog, in order
 */
public record CallDetail(
        CallView call,
        Optional<End> end,
        List<TimelineLine> timeline,
        List<Utterance> history,
        Map<String, Number> metrics,
        List<LadderLine> sip) {
    /**
     * How a call ended.
     *
     * @param cause stable name
     * @param by who ended it
     * @param reason in words
     */
    public record End(String cause, String by, String reason) {}

    /**
     * Something that happened.
     *
     * @param atMs since admission
     * @param kind short and stable
     * @param text in words
     */
    public record TimelineLine(long atMs, String kind, String text) {}

    /**
     * Something that was said.
     *
     * @param role user, assistant or system
     * @param text what was heard
     * @param interrupted whether the agent was cut short
     * @param intended what the agent meant to say when it was cut short, else empty
     */
    public record Utterance(String role, String text, boolean interrupted, String intended) {}

    /**
     * A SIP message.
     *
     * @param at when
     * @param direction in or out
     * @param peer address and port of the other side
     * @param summary first line
     * @param message the whole message, empty if it is not kept
     */
    public record LadderLine(Instant at, String direction, String peer, String summary, String message) {}
}
