package io.sidetone.core.call.life;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.RequestedAction;
import io.sidetone.core.secret.SecretPlaceholders;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.agrona.collections.LongHashSet;

/**
 * Takes what is said, keyed and done while nothing may be kept out of what the call publishes of itself: its history and its timeline.
 * Engines and clients of the call still get it. Lane thread only.
 */
final class UnrecordedWords {
    private static final String MASK = SecretPlaceholders.MASK;
    private static final String COMMIT = "commit";
    private static final String HEARD = "heard: ";

    /** Kinds of timeline lines that may hold words or keys of anybody. */
    private static final Set<String> WORDS = Set.of(
            "action",
            "agent",
            "client",
            "control",
            "digit",
            "late",
            "narrated",
            "partial",
            "pending",
            "preempt",
            "transcript");

    private final LongHashSet before = new LongHashSet();
    private final LongHashSet masked = new LongHashSet();
    private boolean on;

    /** From now on words may be kept ({@code kept}), or may not; {@code said} is what was published last. */
    void recording(boolean kept, History.Snapshot said) {
        on = !kept;
        if (on) {
            for (History.Entry entry : said.entries()) {
                before.add(entry.token());
            }
        }
    }

    /** Returns {@code said} of a timeline line as it may be published; what says its text later shows no secret by itself. */
    Object note(String kind, Object said) {
        boolean kept = !on && masked.isEmpty();
        if (!(said instanceof String) && (kept || !kind.equals(COMMIT) && !WORDS.contains(kind))) {
            return said;
        }
        String text = SecretPlaceholders.shown(said.toString());
        if (kind.equals(COMMIT) && (on || !masked.isEmpty())) {
            // The turn that is cut short may have begun in the pause.
            int heard = text.indexOf(HEARD);
            return heard < 0 ? text : text.substring(0, heard) + HEARD + MASK;
        }
        if (!on || !WORDS.contains(kind)) {
            return text;
        }
        int name = kind.equals("action") ? text.indexOf(' ') : 0;
        return name > 0 ? text.substring(0, name + 1) + MASK : MASK;
    }

    /** Returns {@code said} as it may be published. */
    History.Snapshot history(History.Snapshot said) {
        if (on) {
            for (History.Entry entry : said.entries()) {
                if (!before.contains(entry.token())) {
                    masked.add(entry.token());
                }
            }
        }
        return masked.isEmpty() ? said : masked(said);
    }

    private History.Snapshot masked(History.Snapshot said) {
        List<History.Entry> entries = new ArrayList<>(said.entries().size());
        for (History.Entry entry : said.entries()) {
            entries.add(
                    masked.contains(entry.token())
                            ? new History.Entry(
                                    entry.role(),
                                    entry.token(),
                                    MASK,
                                    entry.interrupted(),
                                    entry.intended().isEmpty() ? "" : MASK,
                                    entry.interruptedAtNs())
                            : entry);
        }
        return new History.Snapshot(entries);
    }

    /** Returns {@code action} as it may be published; null for its parameters where nothing may be kept now. */
    RequestedAction request(ActionCall action, long wallMs) {
        return new RequestedAction(
                action.invocationId(),
                action.action(),
                on ? null : SecretPlaceholders.shown(action).parameters(),
                wallMs);
    }

    /** Returns whether nothing may be kept now. */
    boolean on() {
        return on;
    }
}
