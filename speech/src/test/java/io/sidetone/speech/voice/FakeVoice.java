package io.sidetone.speech.voice;

import io.sidetone.audio.codec.G711;
import io.sidetone.speech.loopback.Refusal;
import io.sidetone.speech.loopback.Seen;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** What all loopback voices have in common: whom they serve, what their audio is, and what is wrong with them. */
public abstract class FakeVoice {
    public static final String KEY = "sk-voice-4711-secret";

    /** One thing that is wrong with a service, in the clauses it is asked for from {@link #faultFrom} on. */
    public enum Fault {
        NONE,
        /** Nothing is ever said. */
        HANG_FIRST,
        /** Nothing is said after the first piece. */
        HANG_MIDDLE,
        /** One byte at a time, for ever. */
        DRIP,
        /** The connection breaks after the first piece. */
        DROP_MIDDLE,
        /** Text that is no message, instead of audio. */
        GARBAGE,
        /** Bytes where text is due, or text where bytes are due. */
        WRONG_KIND,
        /** Pieces cut in the middle of samples. */
        ODD_BYTES,
        /** A byte too few at the end. */
        HALF_SAMPLE,
        /** A message or answer that is too large. */
        HUGE,
        /** No audio at all. */
        EMPTY,
        /** An error instead of audio. */
        ERROR,
        /** An error that asks for patience, once. */
        LIMITED_ONCE,
        /** Ends are announced twice. */
        DUPLICATE_END,
        /** Times go back. */
        TIMES_BACK,
        /** Times come when the audio is over. */
        TIMES_LATE,
        /** No times. */
        NO_TIMES,
        /** After the first piece it waits for a cancel, and goes on as if there had been none. */
        LATE_AFTER_CANCEL,
        /** A message of a type nobody knows before each piece. */
        STRANGE
    }

    public volatile Fault fault = Fault.NONE;
    public volatile int faultFrom;
    public volatile String key = KEY;
    public volatile int refuseStatus;
    public volatile Map<String, String> refuseHeaders = Map.of();
    public volatile int firstAudioMs;
    public volatile int msPerChar = 10;
    public volatile int pieceMs = 40;
    public volatile int paceMs;

    /** Clauses that were asked for, in order. */
    public final List<String> asked = new CopyOnWriteArrayList<>();

    public final AtomicInteger cancels = new AtomicInteger();
    public final AtomicInteger upgrades = new AtomicInteger();

    /** Refuses as told, and whoever has not the key; quotes what it was sent, as some services do. */
    protected final void admit(Seen seen, String sent) {
        upgrades.incrementAndGet();
        if (refuseStatus != 0) {
            throw new Refusal(refuseStatus, refuseHeaders, "refused: " + sent);
        }
        if (!sent.equals(key)) {
            throw new Refusal(401, Map.of(), "invalid key " + sent);
        }
    }

    /** The fault of the clause that was asked for last. */
    protected final Fault faultNow() {
        return asked.size() > faultFrom ? fault : Fault.NONE;
    }

    /** The audio of {@code text}: no two samples in a row alike, every clause another. */
    public final short[] pcm(String text, int sampleRateHz) {
        short[] pcm = new short[text.strip().length() * msPerChar * sampleRateHz / 1_000];
        int state = text.strip().hashCode();
        for (int i = 0; i < pcm.length; i++) {
            state = state * 1_664_525 + 1_013_904_223;
            pcm[i] = (short) (state >> 16);
        }
        return pcm;
    }

    /** The same as bytes of PCM16, little-endian. */
    public final byte[] s16le(String text, int sampleRateHz) {
        short[] pcm = pcm(text, sampleRateHz);
        byte[] bytes = new byte[pcm.length * 2];
        for (int i = 0; i < pcm.length; i++) {
            bytes[2 * i] = (byte) pcm[i];
            bytes[2 * i + 1] = (byte) (pcm[i] >> 8);
        }
        return bytes;
    }

    /** The same as µ-law. */
    public final byte[] mulaw(String text) {
        short[] pcm = pcm(text, 8_000);
        byte[] bytes = new byte[pcm.length];
        G711.PCMU.encode(pcm, 0, pcm.length, bytes, 0);
        return bytes;
    }
}
