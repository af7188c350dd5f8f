package io.sidetone.tools.softphone.wire;

import io.sidetone.audio.codec.AudioCodec;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Every packet that arrived, with its time. One thread appends; any thread reads as far as {@link #size} has published.
 *
 * <p>Bounded: packets beyond {@link #MAX_PACKETS} are not kept.
 */
public final class PacketLog {
    /** An hour of 20 ms packets. */
    public static final int MAX_PACKETS = 180_000;

    /** Payload bytes kept of a packet: 60 ms of G.711 or G.722. */
    public static final int MAX_PAYLOAD_BYTES = 480;

    private static final long NS_PER_S = 1_000_000_000L;

    private static final int BLOCK_PACKETS = 1_024;
    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(PacketLog.class, "size", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final class Block {
        final long[] arrivalNs = new long[BLOCK_PACKETS];
        final int[] sequence = new int[BLOCK_PACKETS];
        final int[] timestamp = new int[BLOCK_PACKETS];
        final int[] ssrc = new int[BLOCK_PACKETS];
        final byte[] payloadType = new byte[BLOCK_PACKETS];
        final short[] length = new short[BLOCK_PACKETS];
        final byte[] payload = new byte[BLOCK_PACKETS * MAX_PAYLOAD_BYTES];
    }

    private Block[] blocks = {new Block()};

    @SuppressWarnings("unused") // accessed through SIZE
    private int size;

    /**
     * Takes one datagram, from position 0 to its limit. A datagram that is not RTP is ignored.
     *
     * @return whether it was kept
     */
    public boolean add(ByteBuffer datagram, long arrivalNs) {
        int at = (int) SIZE.get(this);
        int offset = RtpDatagram.payloadOffset(datagram);
        int length = offset < 0 ? -1 : RtpDatagram.payloadLength(datagram, offset);
        if (length < 0 || at == MAX_PACKETS) {
            return false;
        }
        int index = at % BLOCK_PACKETS;
        if (index == 0 && at > 0) {
            Block[] longer = Arrays.copyOf(blocks, blocks.length + 1);
            longer[blocks.length] = new Block();
            blocks = longer;
        }
        Block block = blocks[at / BLOCK_PACKETS];
        int kept = Math.min(length, MAX_PAYLOAD_BYTES);
        block.arrivalNs[index] = arrivalNs;
        block.sequence[index] = RtpDatagram.sequence(datagram);
        block.timestamp[index] = RtpDatagram.timestamp(datagram);
        block.ssrc[index] = RtpDatagram.ssrc(datagram);
        block.payloadType[index] = (byte) RtpDatagram.payloadType(datagram);
        block.length[index] = (short) kept;
        datagram.get(offset, block.payload, index * MAX_PAYLOAD_BYTES, kept);
        SIZE.setRelease(this, at + 1);
        return true;
    }

    /** Returns the number of packets kept so far. */
    public int size() {
        return (int) SIZE.getAcquire(this);
    }

    /** Returns when packet {@code i} arrived. */
    public long arrivalNs(int i) {
        return blocks[i / BLOCK_PACKETS].arrivalNs[i % BLOCK_PACKETS];
    }

    /** Returns the sequence number of packet {@code i}, 0…65535. */
    public int sequence(int i) {
        return blocks[i / BLOCK_PACKETS].sequence[i % BLOCK_PACKETS];
    }

    /** Returns the timestamp of packet {@code i}, in eighths of a millisecond; compare by difference. */
    public int timestamp(int i) {
        return blocks[i / BLOCK_PACKETS].timestamp[i % BLOCK_PACKETS];
    }

    /** Returns the source of packet {@code i}. */
    public int ssrc(int i) {
        return blocks[i / BLOCK_PACKETS].ssrc[i % BLOCK_PACKETS];
    }

    /** Returns the payload type of packet {@code i}. */
    public int payloadType(int i) {
        return blocks[i / BLOCK_PACKETS].payloadType[i % BLOCK_PACKETS];
    }

    /**
     * Decodes the sound of packet {@code i}.
     *
     * @param codec of the packet's payload type
     * @param out the caller's buffer; receives at most {@link AgentDecoder#MAX_SAMPLES} samples from index 0
     * @return samples of mono PCM16 at the rate of the codec
     */
    int decode(int i, AudioCodec codec, short[] out) {
        Block block = blocks[i / BLOCK_PACKETS];
        int index = i % BLOCK_PACKETS;
        return codec.decode(block.payload, index * MAX_PAYLOAD_BYTES, block.length[index], out, 0);
    }

    /** Returns how much later packet {@code j} is than packet {@code i} by their timestamps, in ns. */
    public long sinceNs(int i, int j) {
        return (timestamp(j) - timestamp(i)) * NS_PER_S / LineFormat.clockRateHz(payloadType(j));
    }
}
