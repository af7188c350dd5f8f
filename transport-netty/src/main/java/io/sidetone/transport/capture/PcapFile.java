package io.sidetone.transport.capture;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A packet file in the pcap format with nanoseconds and raw IP (draft-ietf-opsawg-pcap, LINKTYPE_RAW 101): a header, then for
 * each packet its time, its length twice and its bytes. Not thread-safe.
 */
final class PcapFile implements AutoCloseable {
    static final int HEADER_BYTES = 24;
    static final int RECORD_BYTES = 16;

    private static final int NANOSECOND_MAGIC = 0xA1B23C4D;
    private static final short MAJOR = 2;
    private static final short MINOR = 4;
    private static final int SNAP_BYTES = 262_144;
    private static final int LINKTYPE_RAW = 101;
    private static final long NS_PER_S = 1_000_000_000L;

    private final WritableByteChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(RECORD_BYTES + IpPacket.MAX_HEADERS + IpPacket.MAX_PAYLOAD);
    private long bytes;
    private long packets;

    /** Begins a file and writes its header at once, so that a full disk shows. */
    PcapFile(WritableByteChannel channel) throws IOException {
        this.channel = channel;
        buffer.putInt(NANOSECOND_MAGIC).putShort(MAJOR).putShort(MINOR);
        buffer.putInt(0).putInt(0).putInt(SNAP_BYTES).putInt(LINKTYPE_RAW);
        flush();
    }

    /** Appends a datagram. */
    void write(long wallNs, InetSocketAddress from, InetSocketAddress to, byte[] payload) throws IOException {
        if (buffer.remaining() < RECORD_BYTES + IpPacket.MAX_HEADERS + Math.min(payload.length, IpPacket.MAX_PAYLOAD)) {
            flush();
        }
        int start = buffer.position();
        buffer.putInt((int) (wallNs / NS_PER_S))
                .putInt((int) (wallNs % NS_PER_S))
                .putLong(0);
        int length = IpPacket.write(buffer, from, to, payload);
        buffer.putInt(start + 8, length).putInt(start + 12, length);
        packets++;
    }

    long packets() {
        return packets;
    }

    /** Returns the length of the file, with what is still to be written. */
    long bytes() {
        return bytes + buffer.position();
    }

    void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            bytes += channel.write(buffer);
        }
        buffer.clear();
    }

    /** Writes what is left and closes; closes the channel even where that fails. */
    @Override
    public void close() throws IOException {
        try {
            flush();
        } finally {
            channel.close();
        }
    }
}
