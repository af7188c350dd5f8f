package io.sidetone.transport.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;

/**
 * Gives whole masked messages of one frame (RFC 6455 section 5.2) to the connection where they lie in the buffer of the socket: the
 * mask is removed and ASCII is checked in one pass, and nothing is copied or allocated. These are nearly all that a media stream sends.
 *
 * <p>Everything else goes to the decoder behind it, byte for byte: control frames, fragments, frames that did not arrive in one piece,
 * and what breaks the protocol, so that there is one place that says what is wrong. Event loop only.
 */
final class UsualFrames extends ChannelInboundHandlerAdapter {
    /** Two bytes and eight of a length. */
    private static final int LONGEST_START = 10;

    private static final int FINAL = 0x80;
    private static final int RESERVED = 0x70;
    private static final int OPCODE = 0x0F;
    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int MASKED = 0x80;
    private static final int SHORT_LENGTH = 126;
    private static final int LONG_LENGTH = 127;
    private static final int MOST_CONTROL = 125;
    private static final int MOST_SHORT = 0xFFFF;
    private static final int MASK_BYTES = 4;
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    /** Takes messages. */
    @FunctionalInterface
    interface Sink {
        /** Takes a whole message; text is ASCII. The buffer is only lent. */
        void whole(ByteBuf content, boolean text);
    }

    private final Sink connection;
    private final int maxMessageBytes;
    private ByteBuf begun;
    private long passing;
    private boolean fragmented;

    /** Whole messages of up to {@code maxMessageBytes} go to {@code connection}. */
    UsualFrames(Sink connection, int maxMessageBytes) {
        this.connection = connection;
        this.maxMessageBytes = maxMessageBytes;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!(message instanceof ByteBuf arrived)) {
            ctx.fireChannelRead(message);
            return;
        }
        ByteBuf in = arrived;
        if (begun != null) {
            in = begun.writeBytes(arrived);
            begun = null;
            arrived.release();
        }
        try {
            while (in.isReadable()) {
                if (passing > 0) {
                    pass(ctx, in);
                } else if (!frame(ctx, in)) {
                    begun = ctx.alloc()
                            .buffer(Math.max(LONGEST_START, in.readableBytes()))
                            .writeBytes(in);
                }
            }
        } finally {
            in.release();
        }
    }

    /** Gives the decoder what there is of the frame that is its. */
    private void pass(ChannelHandlerContext ctx, ByteBuf in) {
        int bytes = (int) Math.min(passing, in.readableBytes());
        passing -= bytes;
        ctx.fireChannelRead(in.readRetainedSlice(bytes));
    }

    /** Looks at the next frame. Returns false when it does not say yet how long it is. */
    private boolean frame(ChannelHandlerContext ctx, ByteBuf in) {
        int at = in.readerIndex();
        int there = in.readableBytes();
        if (there < 2) {
            return false;
        }
        int first = in.getByte(at) & 0xFF;
        int second = in.getByte(at + 1) & 0xFF;
        int code = second & ~MASKED;
        int opcode = first & OPCODE;
        boolean last = (first & FINAL) != 0;
        boolean message = opcode == TEXT || opcode == BINARY;
        boolean masked = (second & MASKED) != 0;
        if (!masked || (first & RESERVED) != 0 || !inPlace(opcode, last, code)) {
            passing = Long.MAX_VALUE;
            return true;
        }
        int lengthBytes = code == SHORT_LENGTH ? Short.BYTES : code == LONG_LENGTH ? Long.BYTES : 0;
        int header = 2 + lengthBytes + MASK_BYTES;
        if (there < 2 + lengthBytes) {
            return false;
        }
        long length =
                lengthBytes == 0 ? code : lengthBytes == Short.BYTES ? in.getUnsignedShort(at + 2) : in.getLong(at + 2);
        boolean shortest = lengthBytes == 0 || length > (lengthBytes == Short.BYTES ? MOST_CONTROL : MOST_SHORT);
        if (!shortest || length > maxMessageBytes) {
            passing = Long.MAX_VALUE;
        } else if (message && last && length <= there - header) {
            whole(ctx, in, at + header, (int) length, opcode == TEXT);
        } else {
            fragmented = opcode <= BINARY ? !last : fragmented;
            passing = header + length;
        }
        return true;
    }

    /** Returns whether a frame may stand here; the decoder says what is wrong with one that may not, and nothing is read behind it. */
    private boolean inPlace(int opcode, boolean last, int code) {
        return switch (opcode) {
            case CONTINUATION -> fragmented;
            case TEXT, BINARY -> !fragmented;
            case CLOSE, PING, PONG -> last && code <= MOST_CONTROL;
            default -> false;
        };
    }

    private void whole(ChannelHandlerContext ctx, ByteBuf in, int from, int length, boolean text) {
        int end = in.writerIndex();
        in.setIndex(from, from + length);
        boolean ascii = unmask(in, in.getInt(from - MASK_BYTES));
        if (text && !ascii) {
            ctx.fireChannelRead(new TextWebSocketFrame(in.retainedSlice()));
        } else {
            connection.whole(in, text);
        }
        in.setIndex(from + length, end);
    }

    /** Removes {@code mask} from the readable bytes, eight at a time; returns whether all of them are ASCII. */
    private static boolean unmask(ByteBuf in, int mask) {
        long wide = (long) mask << Integer.SIZE | mask & 0xFFFF_FFFFL;
        int at = in.readerIndex();
        int end = in.writerIndex();
        long seen = 0;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long plain = in.getLong(at) ^ wide;
            in.setLong(at, plain);
            seen |= plain;
        }
        for (int rotate = Long.SIZE - Byte.SIZE; at < end; at++, rotate -= Byte.SIZE) {
            byte plain = (byte) (in.getByte(at) ^ wide >> rotate);
            in.setByte(at, plain);
            seen |= plain & 0xFF;
        }
        return (seen & NOT_ASCII) == 0;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (begun != null) {
            begun.release();
            begun = null;
        }
    }
}
