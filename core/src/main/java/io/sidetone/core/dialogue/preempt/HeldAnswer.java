package io.sidetone.core.dialogue.preempt;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * What a model answered to a request whose turn is not over, in order, until somebody may know of it. Bounded. Lane thread
 * only.
 */
public final class HeldAnswer {
    /** Pieces that are held. */
    public static final int MOST_PIECES = 4_096;

    /** Characters that are held: minutes of speech. */
    public static final int MOST_CHARS = 32_000;

    private final List<Piece> pieces = new ArrayList<>();
    private int chars;

    /** What a piece is. */
    public enum Kind {
        /** Text, as a {@link String}. */
        TEXT,
        /** An action that the model wants. */
        ACTION,
        /** The end, with what may be said next or null. */
        DONE
    }

    private record Piece(Kind kind, Object what) {}

    /** Holds a piece; false if there is no room. */
    boolean add(Kind kind, Object what) {
        chars += what instanceof String text ? text.length() : 0;
        boolean room = pieces.size() < MOST_PIECES && chars <= MOST_CHARS;
        if (room) {
            pieces.add(new Piece(kind, what));
        }
        return room;
    }

    /** Reports everything to {@code reader}. */
    public void replay(BiConsumer<Kind, Object> reader) {
        pieces.forEach(piece -> reader.accept(piece.kind(), piece.what()));
    }

    /** Characters that came. */
    int chars() {
        return chars;
    }
}
