package io.sidetone.transport.pbx;

import io.netty.buffer.ByteBuf;
import io.sidetone.transport.stream.DecimalText;

/**
 * Position up to which a switch has played. Marks between frames are named {@code TOKEN:MS} after the turn and the position. A
 * returned mark is only a claim of the peer, so only marks that were sent and not cleared count. Event loop only;
 * allocates nothing.
 */
public final class PlaybackMarks {
    /** Distance between two marks of a turn. */
    public static final int EVERY_MS = 100;

    /** The longest name: two numbers and a colon. */
    public static final int LONGEST_NAME = 40;

    private static final long NONE = -1;

    private long turn = NONE;
    private long sentMs;
    private long nextMs;
    private long setMs = NONE;
    private long deadToken = NONE;
    private long token;
    private long positionMs;

    /** The result of a returned mark. */
    public enum Verdict {
        /** Played: {@link #token} up to {@link #positionMs}. */
        PLAYED,
        /** Its turn was cleared. */
        STALE,
        /** This side never sent it. */
        UNKNOWN
    }

    /** Notes a frame of a turn from {@code startMs} to {@code endMs}. */
    public void frame(long ofTurn, long startMs, long endMs) {
        if (ofTurn <= deadToken) {
            // A clear at a pause drops the audio that the peer holds, but not the turn: the turn continues from an
            // earlier word.
            deadToken = ofTurn - 1;
            turn = NONE;
        }
        if (ofTurn != turn || startMs < sentMs) {
            turn = ofTurn;
            nextMs = startMs + EVERY_MS;
            setMs = NONE;
        }
        sentMs = endMs;
    }

    /** Returns whether a mark must follow the last frame, at {@link #sentMs}; the mark then counts as sent. */
    public boolean due() {
        if (sentMs < nextMs) {
            return false;
        }
        nextMs = sentMs + EVERY_MS;
        setMs = sentMs;
        return true;
    }

    /** The turn ends here; returns whether its last mark must still be sent, at {@link #sentMs}. */
    public boolean ended(long ofTurn) {
        if (ofTurn != turn || setMs == sentMs) {
            return false;
        }
        setMs = sentMs;
        return true;
    }

    /** Returns the end of the audio sent of the present turn. */
    public long sentMs() {
        return sentMs;
    }

    /** The peer dropped all audio up to {@code lastToken}: its marks do not count any more. */
    public void cleared(long lastToken) {
        deadToken = Math.max(deadToken, lastToken);
    }

    /** Writes the name of a mark at {@code ms} of {@code ofTurn}. */
    public static void name(ByteBuf out, long ofTurn, long ms) {
        DecimalText.append(out, ofTurn);
        out.writeByte(':');
        DecimalText.append(out, ms);
    }

    /** Takes a mark that the switch returned. */
    public Verdict returned(String name) {
        int colon = name == null ? -1 : name.indexOf(':');
        if (colon < 1 || name.length() > LONGEST_NAME) {
            return Verdict.UNKNOWN;
        }
        long of = number(name, 0, colon);
        long ms = number(name, colon + 1, name.length());
        if (of < 0 || ms < 0 || of > turn || of == turn && ms > setMs) {
            return Verdict.UNKNOWN;
        }
        if (of <= deadToken) {
            return Verdict.STALE;
        }
        token = of;
        positionMs = ms;
        return Verdict.PLAYED;
    }

    /** Reads a decimal number without sign that fits; −1 for anything else. */
    private static long number(String text, int from, int to) {
        if (from == to || to - from > 18) {
            return NONE;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /** Returns the turn of the mark that was played last. */
    public long token() {
        return token;
    }

    /** Returns the position of the mark that was played last. */
    public long positionMs() {
        return positionMs;
    }
}
