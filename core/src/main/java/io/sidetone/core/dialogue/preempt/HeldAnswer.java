package io.sidetone.core.dialogue.preempt;

import java.util.ArrayList;
import java.util.List;

/**
 * Answer of a model to a request whose turn is not over, and what the voice made of it, in order, until somebody may know of it.
 * Bounded; the sound by the credit that the voice has. Lane thread only.
 */
public final class HeldAnswer {
    /** Pieces that are held. */
    public static final int MOST_PIECES = 4_096;

    /** Characters that are held: minutes of speech. */
    public static final int MOST_CHARS = 32_000;

    private final List<Piece> pieces = new ArrayList<>();
    private int chars;

    /** Kinds of pieces. */
    public enum Kind {
        /** Text, as a {@link String}. */
        TEXT,
        /** An action that the model wants. */
        ACTION,
        /** The end, with what may be said next or null. */
        DONE,
        /** Sound of the first clause, as a {@link io.sidetone.core.port.PcmChunk}. */
        SOUND,
        /** The voice has made the whole first clause. */
        CLAUSE_DONE,
        /** The voice could not make it, or not to its end; why, as an {@link io.sidetone.core.port.EngineFailure}. */
        CLAUSE_FAILED
    }

    /** Takes what is held. */
    @FunctionalInterface
    public interface Reader {
        /** Takes a piece that came at {@code atNs}. */
        void take(Kind kind, Object what, long atNs);
    }

    private record Piece(Kind kind, Object what, long atNs) {}

    /** Holds a piece that came at {@code atNs}; false if there is no room. */
    boolean add(Kind kind, Object what, long atNs) {
        chars += what instanceof String text ? text.length() : 0;
        boolean room = pieces.size() < MOST_PIECES && chars <= MOST_CHARS;
        if (room) {
            pieces.add(new Piece(kind, what, atNs));
        }
        return room;
    }

    /** Reports everything to {@code reader}. */
    public void replay(Reader reader) {
        pieces.forEach(piece -> reader.take(piece.kind(), piece.what(), piece.atNs()));
    }

    /** Characters that came. */
    int chars() {
        return chars;
    }
}
