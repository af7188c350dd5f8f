package io.sidetone.transport.vip;

import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.vip.message.VipStates;

/** Times at which the caller's sound may come: while he has the floor, or with an open microphone whenever nothing is carried out. */
final class MicrophoneGate {
    /** Sound that was under way when the server ended the caller's turn. */
    private static final long GRACE_NS = 1_000_000_000L;

    private static final int LONGEST_MS = 1_000;

    /** Treatment of sound. */
    enum Verdict {
        /** It is heard. */
        TAKE,
        /** It comes a little late, and is forgotten without a word. */
        DROP,
        /** It is not allowed; the client receives an error. */
        REFUSE,
        /** It is not allowed, and the client received the error in this state. */
        REFUSE_AGAIN
    }

    private final boolean open;
    private final StreamFormat format;
    private boolean capturing;
    private boolean reported;
    private long listenedNs;
    private boolean listened;

    MicrophoneGate(boolean open, StreamFormat format) {
        this.open = open;
        this.format = format;
    }

    /** The client says that its caller takes the floor: sound may come before the state does. */
    void capture() {
        capturing = true;
    }

    /** The client was refused the floor. */
    void refused() {
        capturing = false;
    }

    /** Returns whether the client said that its caller takes the floor, and not that he has finished. */
    boolean capturing() {
        return capturing;
    }

    /** The client says in {@code state} that its caller has finished; who was not heard has nothing under way. */
    void release(String state, long nowNs) {
        if (capturing || state.equals(VipStates.LISTENING)) {
            capturing = false;
            listened = true;
            listenedNs = nowNs;
        }
    }

    /** The floor changed hands. */
    void moved(String from, String to, long nowNs) {
        reported = false;
        if (from.equals(VipStates.LISTENING)) {
            release(from, nowNs);
        }
    }

    Verdict verdict(String state, long nowNs) {
        boolean live = !state.equals(VipStates.NOT_CONNECTED) && !state.equals(VipStates.CONNECTING);
        if (live && !state.equals(VipStates.ACTION)) {
            if (open || capturing || state.equals(VipStates.LISTENING)) {
                return Verdict.TAKE;
            }
            if (listened && nowNs - listenedNs < GRACE_NS) {
                return Verdict.DROP;
            }
        }
        boolean again = reported;
        reported = true;
        return again ? Verdict.REFUSE_AGAIN : Verdict.REFUSE;
    }

    /** Returns what is wrong with {@code bytes} of sound, or null. */
    String problem(int bytes) {
        int sample =
                switch (format.encoding()) {
                    case PCMU, PCMA -> 1;
                    case L16_LE, L16_BE -> 2;
                };
        int most = format.sampleRateHz() / 1_000 * LONGEST_MS * sample;
        if (bytes == 0) {
            return "there is no sound in it; send at least one sample";
        }
        if (bytes % sample != 0) {
            return bytes + " bytes are no whole number of samples of " + sample + " bytes; send whole samples";
        }
        return bytes > most
                ? bytes + " bytes are more than " + LONGEST_MS + " ms of sound (" + most
                        + " bytes); send pieces of 20 to 100 ms"
                : null;
    }
}
