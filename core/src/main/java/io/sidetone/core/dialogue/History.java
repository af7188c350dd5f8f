package io.sidetone.core.dialogue;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * Record of what was said in a call, as both sides heard it. Bounded, so that a call of days is no larger than one of hours: when
 * there is too much, the oldest quarter goes. Lane thread only; {@link #snapshot} is immutable and may travel. A snapshot
 * costs the same however long the call is: it shares the entries, and what it shows is never written again.
 */
public final class History {
    /** Utterances kept: hours of talk. */
    public static final int KEPT_ENTRIES = 4_000;

    /** Characters kept. */
    public static final int KEPT_CHARS = 1_000_000;

    /** Utterances that a model is given. */
    public static final int RECENT_ENTRIES = 400;

    /** Characters that a model is given, some 25,000 of its tokens. */
    public static final int RECENT_CHARS = 100_000;

    private Entry[] entries = new Entry[16];
    private int size;
    private long chars;
    private int dropped;

    /** Adds what the caller said. */
    public void user(long token, String text) {
        add(new Entry(Role.USER, token, text, false, ""));
    }

    private void add(Entry entry) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, 2 * size);
        }
        entries[size++] = entry;
        chars += entry.chars();
        if (size > KEPT_ENTRIES || chars > KEPT_CHARS) {
            int gone = 0;
            while (gone < size - 1 && (size - gone > KEPT_ENTRIES / 4 * 3 || chars > KEPT_CHARS / 4 * 3)) {
                chars -= entries[gone].chars();
                gone++;
            }
            entries = Arrays.copyOfRange(entries, gone, gone + entries.length);
            size -= gone;
            dropped += gone;
        }
    }

    private void remove(int at) {
        chars -= entries[at].chars();
        Entry[] left = entries.clone();
        System.arraycopy(entries, at + 1, left, at, size - at - 1);
        left[--size] = null;
        entries = left;
    }

    /** Takes back the caller's last words if they belong to {@code token}: they are about to be said in full. */
    public void withdrawUser(long token) {
        int last = size - 1;
        if (last >= 0 && entries[last].role() == Role.USER && entries[last].token() == token) {
            remove(last);
        }
    }

    /** Adds or takes back an utterance; returns whether there was anything to take back. */
    public boolean edit(HistoryEdit edit) {
        if (edit.add()) {
            add(new Entry(edit.role(), edit.token(), edit.text(), false, ""));
            return true;
        }
        int at = last(edit.role(), edit.token());
        if (at >= 0) {
            remove(at);
        }
        return at >= 0;
    }

    /** The caller heard {@code heard} of the agent's turn {@code token}, whatever was thought before; false if it is not here. */
    public boolean recut(long token, String heard, long nowNs) {
        int at = last(Role.ASSISTANT, token);
        if (at < 0) {
            return false;
        }
        Entry was = entries[at];
        String full = was.interrupted() ? was.intended() : was.text();
        long cutAtNs = was.interrupted() ? was.interruptedAtNs() : nowNs;
        Entry is = new Entry(Role.ASSISTANT, token, heard, true, full, cutAtNs);
        entries = entries.clone();
        entries[at] = is;
        chars += is.chars() - was.chars();
        return true;
    }

    private int last(Role role, long token) {
        int at = size - 1;
        while (at >= 0 && (entries[at].token() != token || entries[at].role() != role)) {
            at--;
        }
        return at;
    }

    /** Returns what the caller said since the agent spoke last; empty when the agent has answered it. */
    public String unanswered() {
        int from = size;
        while (from > 0 && entries[from - 1].role() == Role.USER) {
            from--;
        }
        StringBuilder text = new StringBuilder();
        for (int at = from; at < size; at++) {
            text.append(text.length() == 0 ? "" : " ").append(entries[at].text());
        }
        return text.toString();
    }

    /** Returns what the caller answers: the agent's last words as far as they were heard, or nothing where the caller spoke last. */
    public String answered() {
        return size == 0 || entries[size - 1].role() != Role.ASSISTANT ? "" : entries[size - 1].text();
    }

    /** Returns whether nothing was said yet. */
    public boolean isEmpty() {
        return size == 0 && dropped == 0;
    }

    /**
     * Adds what the agent said and the caller heard.
     *
     * @param full what it would have said
     * @param interruptedAtNs when it was cut short, else 0
     */
    public void agent(long token, String heard, boolean interrupted, String full, long interruptedAtNs) {
        add(new Entry(Role.ASSISTANT, token, heard, interrupted, interrupted ? full : "", interruptedAtNs));
    }

    /** Returns the conversation so far, as far as it is kept. */
    public Snapshot snapshot() {
        return new Snapshot(new Said(entries, 0, size));
    }

    /** Returns its end, for a model that answers: the last utterance at least. */
    public Snapshot recent() {
        int from = size;
        long sent = 0;
        while (from > 0
                && size - from < RECENT_ENTRIES
                && (from == size || sent + entries[from - 1].chars() <= RECENT_CHARS)) {
            from--;
            sent += entries[from].chars();
        }
        return new Snapshot(new Said(entries, from, size));
    }

    /** Returns its end as a model is given it, as if the caller had said {@code text} already. */
    public Snapshot recentWith(long token, String text) {
        List<Entry> whole = new ArrayList<>(recent().entries());
        whole.add(new Entry(Role.USER, token, text, false, ""));
        return new Snapshot(List.copyOf(whole));
    }

    /** Utterances that had to go. */
    public int dropped() {
        return dropped;
    }

    /** Some entries in a row, which nobody writes again. */
    private static final class Said extends AbstractList<Entry> implements RandomAccess {
        private final Entry[] entries;
        private final int from;
        private final int to;

        private Said(Entry[] entries, int from, int to) {
            this.entries = entries;
            this.from = from;
            this.to = to;
        }

        @Override
        public Entry get(int index) {
            return entries[from + Objects.checkIndex(index, to - from)];
        }

        @Override
        public int size() {
            return to - from;
        }
    }

    /** Party that said it. */
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

        int chars() {
            return text.length() + intended.length();
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
