package io.sidetone.core.journal.record;

import io.sidetone.audio.SampleRate;

/** Reads what {@link RecordWriter} wrote. */
public final class RecordReader {
    private final ValueReader values = new ValueReader();
    private final SampleCoding coding = new SampleCoding();
    private final RecordHistory before = new RecordHistory();
    private ByteSource in = new ByteSource(new byte[0], 0, 0);

    /** Begins a part that can be read by itself. */
    public void reset(ByteSource source) {
        in = source;
        values.reset(source);
        before.reset();
    }

    /** Returns whether the part has another record. */
    public boolean more() {
        return in.more();
    }

    /** Returns the next record of the part; throws {@link BadRecordException} when there is none. */
    public JournalRecord next() {
        int head = in.u8();
        RecordKind kind = RecordWriter.kind(head);
        if (kind == null) {
            throw new BadRecordException("a record of an unknown kind");
        }
        boolean sound = RecordWriter.hasSound(head);
        JournalRecord record = new JournalRecord(sound ? SampleRate.MAX_FRAME_SAMPLES : 0).begin(kind);
        record.what = (int) in.unsigned();
        before.read(in, record, sound);
        if (RecordWriter.hashed(kind)) {
            record.c = in.fixed64();
        }
        if (sound) {
            record.samples = in.count(1);
            if (record.samples > record.pcm.length) {
                throw new BadRecordException("a frame of " + record.samples + " samples");
            }
            coding.read(in, record.pcm, record.samples);
        }
        if (RecordWriter.hasRef(head)) {
            record.ref = values.read();
        }
        return record;
    }
}
