package io.sidetone.speech.chat;

/** One turn of the agent: what it has said and what it is waiting for. Its session's loop only. */
final class ChatTurn {
    final long token;

    /** What the telephone system says in the caller's place; empty where the caller spoke. */
    final String note;

    /** All that was published, and of it what belongs to the answer under way. */
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

    /** A further answer begins. */
    void nextAnswer() {
        spoken = new SpokenText();
        answerFrom = said.length();
        waiting = null;
        rounds++;
    }

    /** Takes a piece that will be published; the first of a further answer is set apart from what was said before. */
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
