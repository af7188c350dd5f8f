package io.sidetone.core.journal.record;

/**
 * Writes records as bytes. Numbers are written as differences to the record of the same kind before, so that a frame costs
 * little more than its sound. {@link #reset} begins a part that can be read by itself.
 */
public final class RecordWriter {
    private static final int HAS_REF = 0x40;
    private static final int HAS_SOUND = 0x80;

    private final Bytes out;
    private final ValueWriter values;
    private final SampleCoding coding = new SampleCoding();
    private final RecordHistory before = new RecordHistory();

    /** Creates a writer to {@code out}. */
    public RecordWriter(Bytes out) {
        this.out = out;
        this.values = new ValueWriter(out);
    }

    /** Begins anew: what is written from here on does not refer to what was written before. */
    public void reset() {
        values.reset();
        before.reset();
    }

    /** Writes one record. */
    public void write(JournalRecord record) {
        boolean sound = record.samples > 0;
        out.u8(record.kind.ordinal() | (record.ref != null ? HAS_REF : 0) | (sound ? HAS_SOUND : 0));
        out.unsigned(record.what);
        out.signed(before.sequence(record.sequence));
        out.signed(before.nowNs(record.nowNs));
        int series = before.series(record);
        out.signed(before.token(series, record.token));
        out.signed(before.a(series, record.a));
        out.signed(before.b(series, record.b));
        if (hashed(record.kind)) {
            out.fixed64(record.c);
        }
        if (sound) {
            out.unsigned(record.samples);
            coding.write(out, record.pcm, record.samples);
        }
        if (record.ref != null) {
            values.write(record.ref);
        }
    }

    static boolean hashed(RecordKind kind) {
        return kind == RecordKind.FRAME || kind == RecordKind.HEARD;
    }

    static boolean hasRef(int head) {
        return (head & HAS_REF) != 0;
    }

    static boolean hasSound(int head) {
        return (head & HAS_SOUND) != 0;
    }

    static RecordKind kind(int head) {
        return RecordKind.of(head & ~(HAS_REF | HAS_SOUND));
    }
}
