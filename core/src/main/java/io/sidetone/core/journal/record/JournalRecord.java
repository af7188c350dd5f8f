package io.sidetone.core.journal.record;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.lane.ReplayLane;

/** One record, reused by its writer. Fields are public because every one of them is touched for every record. */
public final class JournalRecord implements ReplayLane.Recorded {
    /** A {@link RecordKind#FRAME} that begins a talkspurt. */
    public static final int MARKER = 1;

    /** A {@link RecordKind#FRAME} of silence. */
    public static final int SILENCE = 2;

    /** A {@link RecordKind#HEARD} the recognizer took; a {@link RecordKind#TICK} of a call that lost events. */
    public static final int YES = 1;

    /** A {@link RecordKind#HEARD} that the recognizer threw at. */
    public static final int FAULT = 2;

    /** Kind of what it says. */
    public RecordKind kind;

    /** A detail, by kind. */
    public int what;

    /** Ring sequence of the event being handled. */
    public long sequence;

    /** Time of the event being handled. */
    public long nowNs;

    /** Turn. */
    public long token;

    /** First number, by kind. */
    public long a;

    /** Second number, by kind. */
    public long b;

    /** Third number, by kind. */
    public long c;

    /** Object that rides along, or null. */
    public Object ref;

    /** Samples in {@link #pcm}. */
    public int samples;

    /** Audio. */
    public final short[] pcm;

    /** A record with room for the longest frame. */
    public JournalRecord() {
        this(SampleRate.MAX_FRAME_SAMPLES);
    }

    /** A record with room for {@code samples} samples: most of those that are read have no sound. */
    JournalRecord(int samples) {
        pcm = new short[samples];
    }

    /** Makes this an empty record of {@code newKind} that belongs to the event handled last. */
    public JournalRecord begin(RecordKind newKind) {
        kind = newKind;
        what = 0;
        token = 0;
        a = 0;
        b = 0;
        c = 0;
        ref = null;
        samples = 0;
        return this;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public long a() {
        return a;
    }

    @Override
    public long b() {
        return b;
    }

    @Override
    public Object ref() {
        return ref;
    }

    @Override
    public int samples() {
        return samples;
    }

    @Override
    public short[] pcm() {
        return pcm;
    }
}
