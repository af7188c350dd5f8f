package io.sidetone.speech.chat;

import io.sidetone.speech.dialogue.SpokenText;
import java.util.function.Supplier;

/** One turn of the agent: its words so far and its pending actions. Its session's loop only. */
final class ChatTurn {
    final long token;

    /** The note that the telephone system sends in place of the caller's words; empty when the caller spoke. */
    final String note;

    /** All published text, and the part of it that belongs to the present answer. */
    final StringBuilder said = new StringBuilder();

    int answerFrom;
    SpokenText spoken;
    ChatStream stream;
    ToolRound waiting;
    int rounds;

    /** True when the model was asked again because it said nothing; {@link #hint} is what it is told with that. */
    boolean again;

    String hint = "";

    private final Supplier<SpokenText> filters;

    ChatTurn(long token, String note, Supplier<SpokenText> filters) {
        this.token = token;
        this.note = note;
        this.filters = filters;
        this.spoken = filters.get();
    }

    /** Begins a further answer. */
    void nextAnswer() {
        spoken = filters.get();
        answerFrom = said.length();
        waiting = null;
        rounds++;
    }

    /** Takes a piece that will be published; separates the first piece of a further answer from the text before it. */
    String say(String piece) {
        boolean apart = said.length() > 0
                && said.length() == answerFrom
                && !Character.isWhitespace(said.charAt(said.length() - 1))
                && !Character.isWhitespace(piece.charAt(0));
        String text = apart ? " " + piece : piece;
        said.append(text);
        return text;
    }

    String answer() {
        return said.substring(answerFrom);
    }

    /** Returns whether nothing that was said since {@code from} can be heard. */
    private boolean mute(int from) {
        return said.substring(from).codePoints().noneMatch(Character::isLetterOrDigit);
    }

    boolean mute() {
        return mute(0);
    }

    boolean answerMute() {
        return mute(answerFrom);
    }
}
