package io.sidetone.speech.relay;

import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.turn.InterruptibleBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Speech that the agent has sent and that cannot be said yet, in order. Event loop only. */
final class PendingSpeech {
    private final Deque<Piece> pieces = new ArrayDeque<>();
    private int characters;
    private boolean complete;

    /**
     * A piece of what the agent says.
     *
     * @param text words; empty where it is a sound
     * @param sound of another source; empty where it is words
     * @param by what takes the floor from it; null where the agent does not say
     * @param raw whether the words are spoken as they are
     */
    record Piece(String text, List<PcmChunk> sound, InterruptibleBy by, boolean raw) {
        /** Returns whether nothing of it can be heard. */
        boolean silent() {
            return text.isEmpty() && sound.isEmpty();
        }
    }

    /** Adds one; false if it would be too much. {@code last} where nothing follows. */
    boolean add(Piece piece, boolean last) {
        if (characters + piece.text().length() > RelayTalk.MAX_ANSWER) {
            return false;
        }
        characters += piece.text().length();
        if (!piece.silent()) {
            pieces.add(piece);
        }
        complete = last && !pieces.isEmpty();
        return true;
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Nothing of it is to be said. */
    void clear() {
        drain(piece -> {});
    }

    /** Notes that what follows does not belong to it. */
    void ended() {
        complete = !pieces.isEmpty();
    }

    /** Passes all on, and has none then; returns whether nothing of it is still to come. */
    boolean drain(Consumer<Piece> said) {
        boolean whole = complete;
        complete = false;
        characters = 0;
        for (Piece piece = pieces.poll(); piece != null; piece = pieces.poll()) {
            said.accept(piece);
        }
        return whole;
    }
}
