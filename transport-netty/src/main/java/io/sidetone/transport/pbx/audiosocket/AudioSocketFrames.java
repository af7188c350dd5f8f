package io.sidetone.transport.pbx.audiosocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Cuts a TCP stream into frames: kind (1 byte), length (2 bytes, high byte first), payload. A frame that arrived in one
 * piece is passed on without a copy. Event loop only.
 */
final class AudioSocketFrames {
    /** The peer hangs up, or must hang up. */
    static final int HANG_UP = 0x00;
    /** 16 bytes with the id of the call: the first frame of a connection. */
    static final int ID = 0x01;
    /** A digit in ASCII. */
    static final int DIGIT = 0x03;
    /** Linear audio at 8 kHz, low byte first; the kinds up to {@link #LAST_AUDIO} have higher rates. */
    static final int FIRST_AUDIO = 0x10;
    /** Linear audio at 192 kHz. */
    static final int LAST_AUDIO = 0x18;
    /** Asterisk reports an error. */
    static final int ERROR = 0xFF;

    /** Bytes before the payload. */
    static final int HEADER_BYTES = 3;

    /** Twice 20 ms at the highest rate; a longer frame does not come from Asterisk. */
    static final int MAX_PAYLOAD_BYTES = 16_384;

    private static final int[] RATES_HZ = {8_000, 12_000, 16_000, 24_000, 32_000, 44_100, 48_000, 96_000, 192_000};
    private static final int FIRST_PART_BYTES = 1_024;

    private int headerBytes;
    private int kind;
    private int length;
    private ByteBuf part;
    private boolean broken;

    /** Receives frames; both methods are called while {@link #feed} runs. */
    interface Sink {
        /** Handles one frame. {@code from} is only lent, and its indices must not change. */
        void frame(int kind, ByteBuf from, int offset, int length);

        /** Handles a frame above the limit: the stream cannot be read any further. */
        void tooLong(int kind, int length);
    }

    /** Returns the rate of an audio kind in hertz. */
    static int rateHz(int audioKind) {
        return RATES_HZ[audioKind - FIRST_AUDIO];
    }

    /** Returns whether {@code kind} is an audio kind. */
    static boolean audio(int kind) {
        return kind >= FIRST_AUDIO && kind <= LAST_AUDIO;
    }

    /** Reads all of {@code in}. */
    void feed(ByteBuf in, Sink sink) {
        while (in.isReadable() && !broken) {
            if (headerBytes < HEADER_BYTES) {
                header(in.readUnsignedByte(), sink);
            } else if (waiting() == 0 && in.readableBytes() >= length) {
                headerBytes = 0;
                int offset = in.readerIndex();
                in.skipBytes(length);
                sink.frame(kind, in, offset, length);
            } else {
                collect(in, sink);
            }
        }
        if (broken) {
            in.skipBytes(in.readableBytes());
        }
    }

    private void header(int value, Sink sink) {
        switch (headerBytes++) {
            case 0 -> kind = value;
            case 1 -> length = value << 8;
            default -> {
                length |= value;
                if (length > MAX_PAYLOAD_BYTES) {
                    broken = true;
                    sink.tooLong(kind, length);
                } else if (length == 0) {
                    headerBytes = 0;
                    sink.frame(kind, Unpooled.EMPTY_BUFFER, 0, 0);
                }
            }
        }
    }

    private void collect(ByteBuf in, Sink sink) {
        if (part == null) {
            part = Unpooled.buffer(FIRST_PART_BYTES, MAX_PAYLOAD_BYTES);
        }
        int bytes = Math.min(in.readableBytes(), length - waiting());
        part.writeBytes(in, bytes);
        if (part.readableBytes() == length) {
            headerBytes = 0;
            sink.frame(kind, part, 0, length);
            part.clear();
        }
    }

    private int waiting() {
        return part == null ? 0 : part.readableBytes();
    }

    /** Returns whether a frame has begun and is not complete. */
    boolean within() {
        return headerBytes > 0;
    }
}
