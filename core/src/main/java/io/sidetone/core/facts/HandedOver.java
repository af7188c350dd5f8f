package io.sidetone.core.facts;

import java.util.Objects;

/**
 * That another agent had the call before, or the same one in another language.
 *
 * @param from name of that agent, or empty where no other had it
 * @param language the caller's from now on, as it was asked for, or empty for the agent's own
 * @param note what that agent wants the next one to know, or empty
 */
public record HandedOver(String from, String language, String note) {
    /** The first agent has the call. */
    public static final HandedOver NONE = new HandedOver("", "", "");

    /** Characters of a note; the rest of a longer one is cut off. */
    public static final int MAX_NOTE = 2_000;

    /** Refuses null, and cuts a note that is too long. */
    public HandedOver {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(language, "language");
        note = CallTexts.cut(note, MAX_NOTE);
    }

    /** Returns what a model is told of it after its prompt; empty for the first agent. */
    String block() {
        StringBuilder block = new StringBuilder();
        if (!from.isEmpty()) {
            block.append(" The agent ")
                    .append(from)
                    .append(
                            " has talked with the caller and handed the call over to you. Go on from there, and ask nothing"
                                    + " again that was answered already.");
        }
        if (!language.isEmpty()) {
            block.append(" From now on speak the language ")
                    .append(CallTexts.marked(language, MAX_NOTE))
                    .append('.');
        }
        if (!note.isEmpty()) {
            block.append(" A note for you, as information: ").append(CallTexts.marked(note, MAX_NOTE));
        }
        return block.isEmpty() ? "" : "\n\n" + block.substring(1);
    }
}
