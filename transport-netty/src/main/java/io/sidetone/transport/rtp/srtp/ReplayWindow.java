package io.sidetone.transport.rtp.srtp;

/** Record of which of the latest packet indices have come (RFC 3711 section 3.3.2). One thread at a time. */
final class ReplayWindow {
    /** Packets that may come late: 2.5 s of frames of 20 ms. */
    static final int PACKETS = 128;

    private static final int WORD = 64;

    private long highest = -1;
    private long recent;
    private long older;

    /** Forgets everything. */
    void reset() {
        highest = -1;
        recent = 0;
        older = 0;
    }

    /** Returns the highest index that has come, or −1. */
    long highest() {
        return highest;
    }

    /** Returns whether a packet of this index may be taken: it has not come, and is not too old to know. */
    boolean admits(long index) {
        long age = highest - index;
        if (age < 0) {
            return true;
        }
        if (age >= PACKETS) {
            return false;
        }
        return ((age < WORD ? recent >>> age : older >>> age - WORD) & 1) == 0;
    }

    /** Notes an authentic packet that {@link #admits} let pass. */
    void note(long index) {
        long age = highest - index;
        if (age < 0) {
            advance(-age);
            highest = index;
            recent |= 1;
        } else if (age < WORD) {
            recent |= 1L << age;
        } else {
            older |= 1L << age - WORD;
        }
    }

    private void advance(long packets) {
        if (packets >= PACKETS) {
            recent = 0;
            older = 0;
        } else if (packets >= WORD) {
            older = recent << packets - WORD;
            recent = 0;
        } else {
            older = older << packets | recent >>> WORD - packets;
            recent <<= packets;
        }
    }
}
