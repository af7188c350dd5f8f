package io.sidetone.core.dialogue;

import java.util.ArrayList;
import java.util.List;

/**
 * What was said in a call, as both sides heard it. Lane thread only; {@link #snapshot} is immutable and may travel.
 */
public final class History {
    private final List<Entry> entries = new ArrayList<>();

    /** Adds what the caller said. */
    public void user(long token, String text) {
        entries.add(new Entry(Role.USER, token, text, false, ""));
    }

    /** Takes back the caller's last words if they belong to {@code token}: they are about to be said in full. */
    public void withdrawUser(long token) {
        int last = entries.size() - 1;
        if (last >= 0
                && entries.get(last).role() == Role.USER
                && entries.get(last).token() == token) {
            entries.remove(last);
        }
    }

    /**
     * Adds what the agent said and the caller heard.
     *
     * @param full what it would have said
     * @param interruptedAtNs when it was cut short, else 0
     */
    public void agent(long token, String heard, boolean interrupted, String full, long interruptedAtNs) {
        entries.add(new Entry(Role.ASSISTANT, token, heard, interrupted, interrupted ? full : "", interruptedAtNs));
    }

    /** Returns the conversation so far. */
    public Snapshot snapshot() {
        return new Snapshot(List.copyOf(entries));
    }

    /** Who said it. */
    public enum Role {
        /** The caller. */
        USER,
        /** The agent. */
        ASSISTANT,
        /** Instructions and notices. */
        SYSTEM
    }

    /**
     * One utterance.
     *
     * @param role who said it
     * @param token the turn it belongs to
     * @param text what was heard
     * @param interrupted whether the agent was cut short
     * @param intended what the agent meant to say when it was cut short, else empty
     * @param interruptedAtNs when it was cut short on the call's monotonic clock, else 0
     */
    public record Entry(
            Role role, long token, String text, boolean interrupted, String intended, long interruptedAtNs) {
        /** An utterance that was not cut short. */
        public Entry(Role role, long token, String text, boolean interrupted, String intended) {
            this(role, token, text, interrupted, intended, 0);
        }

        /** Returns what the utterance is called within its call (VAN-08). */
        public String utteranceId() {
            return "utt-" + token;
        }
    }

    /**
     * An immutable copy.
     *
     * @param entries in the order they were said
     */
    public record Snapshot(List<Entry> entries) {}
}
