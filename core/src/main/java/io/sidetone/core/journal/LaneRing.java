package io.sidetone.core.journal;

import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordKind;
import java.nio.ByteBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jctools.queues.atomic.SpscAtomicArrayQueue;

/**
 * From one lane to a thread that writes: records as bytes in a preallocated ring, and beside it the immutable objects some
 * of them refer to, in the same order. The lane writes them down no further: the other thread does.
 */
public final class LaneRing {
    private static final int ID = 0;
    private static final int WHAT = 4;
    private static final int SEQUENCE = 8;
    private static final int NOW = 16;
    private static final int TOKEN = 24;
    private static final int A = 32;
    private static final int B = 40;
    private static final int C = 48;
    private static final int SAMPLES = 56;
    private static final int HAS_REF = 60;
    private static final int PCM = 64;
    private static final int SAMPLES_A_WORD = 4;
    private static final int DRAIN_LIMIT = 512;

    private final OneToOneRingBuffer ring;
    private final SpscAtomicArrayQueue<Object> refs;
    private final JournalRecord record = new JournalRecord();
    private final MessageHandler decode = this::decode;
    private Consumer consumer;

    /** Creates a ring of {@code bytes}, a power of two, with room for {@code refs} objects. */
    public LaneRing(int bytes, int refs) {
        this.ring = new OneToOneRingBuffer(
                new UnsafeBuffer(ByteBuffer.allocateDirect(bytes + RingBufferDescriptor.TRAILER_LENGTH)));
        this.refs = new SpscAtomicArrayQueue<>(refs);
    }

    /** Hands a record of call {@code id} over; false when there is no room. Lane thread. */
    public boolean offer(int id, JournalRecord from) {
        int index =
                ring.tryClaim(from.kind.ordinal() + 1, PCM + 2 * (from.samples + SAMPLES_A_WORD - 1 & -SAMPLES_A_WORD));
        if (index < 0) {
            return false;
        }
        if (from.ref != null && !refs.offer(from.ref)) {
            ring.abort(index);
            return false;
        }
        AtomicBuffer to = ring.buffer();
        to.putInt(index + ID, id);
        to.putInt(index + WHAT, from.what);
        to.putLong(index + SEQUENCE, from.sequence);
        to.putLong(index + NOW, from.nowNs);
        to.putLong(index + TOKEN, from.token);
        to.putLong(index + A, from.a);
        to.putLong(index + B, from.b);
        to.putLong(index + C, from.c);
        to.putInt(index + SAMPLES, from.samples);
        to.putInt(index + HAS_REF, from.ref != null ? 1 : 0);
        // Four samples at a time; beyond the last of them the record's array has room, and what stands there is not
        // read.
        short[] pcm = from.pcm;
        for (int i = 0; i < from.samples; i += SAMPLES_A_WORD) {
            to.putLong(
                    index + PCM + 2 * i,
                    pcm[i] & 0xFFFFL
                            | (pcm[i + 1] & 0xFFFFL) << 16
                            | (pcm[i + 2] & 0xFFFFL) << 32
                            | (long) pcm[i + 3] << 48);
        }
        ring.commit(index);
        return true;
    }

    /** Gives what waits to {@code to}; returns how many records that were. Reading thread. */
    public int drain(Consumer to) {
        consumer = to;
        return ring.read(decode, DRAIN_LIMIT);
    }

    private void decode(int type, org.agrona.MutableDirectBuffer from, int index, int length) {
        record.begin(RecordKind.of(type - 1));
        record.what = from.getInt(index + WHAT);
        record.sequence = from.getLong(index + SEQUENCE);
        record.nowNs = from.getLong(index + NOW);
        record.token = from.getLong(index + TOKEN);
        record.a = from.getLong(index + A);
        record.b = from.getLong(index + B);
        record.c = from.getLong(index + C);
        record.samples = from.getInt(index + SAMPLES);
        record.ref = from.getInt(index + HAS_REF) == 0 ? null : refs.poll();
        for (int i = 0; i < record.samples; i += SAMPLES_A_WORD) {
            long four = from.getLong(index + PCM + 2 * i);
            record.pcm[i] = (short) four;
            record.pcm[i + 1] = (short) (four >> 16);
            record.pcm[i + 2] = (short) (four >> 32);
            record.pcm[i + 3] = (short) (four >> 48);
        }
        consumer.accept(from.getInt(index + ID), record);
    }

    /** Takes the records of a lane. */
    public interface Consumer {
        /** Takes a record of call {@code id}; it is the ring's and is reused. */
        void accept(int id, JournalRecord record);
    }
}
