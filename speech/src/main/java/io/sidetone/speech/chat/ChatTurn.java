package io.sidetone.speech.chat;

/** One turn of the agent: its words so far and its pending actions. Its session's loop only. */
final class ChatTurn {
    final long token;

    /** The note that the telephone system sends in place of the caller's words; empty when the caller spoke. */
    final String note;

    /** All published text, and the part of it that belongs to the present answer. */
    final StringBuilder said = new StringBuilder();

    int answerFrom;
    SpokenText spoken = new SpokenText();
    ChatStream stream;
    ToolRound waiting;
    int rounds;

    ChatTurn(long token, String note) {
        this.token = token;
        this.note = note;
    }

    /** Begins a further answer. */
    void nextAnswer() {
        spoken = new SpokenText();
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

    boolean mute() {
        return said.toString().isBlank();
    }
}
