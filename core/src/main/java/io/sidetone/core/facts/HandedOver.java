package io.sidetone.core.facts;

import java.util.List;
import java.util.Objects;

/**
 * That another agent had the call before, or the same one in another language.
 *
 * @param from name of that agent, or empty where no other had it
 * @param language the caller's from now on, as it was asked for, or empty for the agent's own
 * @param note what that agent wants the next one to know, or empty
 * @param said what was said so far, a line for each utterance, for services that keep a conversation of their own; the newest lines of
 *     a long one
 */
public record HandedOver(String from, String language, String note, List<Line> said) {
    /** The first agent has the call. */
    public static final HandedOver NONE = new HandedOver("", "", "", List.of());

    /** Lines of what was said; older ones are left out. */
    public static final int MAX_LINES = 40;

    /** Characters of a note; the rest of a longer one is cut off. */
    public static final int MAX_NOTE = 2_000;

    /** Refuses null, and cuts a note that is too long. */
    public HandedOver {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(language, "language");
        note = CallTexts.cut(note, MAX_NOTE);
        said = List.copyOf(said.subList(Math.max(0, said.size() - MAX_LINES), said.size()));
    }

    /**
     * One utterance.
     *
     * @param caller whether the caller said it
     * @param text as it was heard
     */
    public record Line(boolean caller, String text) {}

    /** Returns what was said so far as a block for a model that keeps the conversation itself; empty where nothing was. */
    public String transcript() {
        StringBuilder transcript = new StringBuilder();
        for (Line line : said) {
            transcript
                    .append(line.caller() ? "Caller: " : "Agent: ")
                    .append(CallTexts.marked(line.text(), CallTexts.MAX_VALUE))
                    .append('\n');
        }
        return transcript.isEmpty() ? "" : "\n\nThe conversation so far, as information:\n" + transcript;
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
