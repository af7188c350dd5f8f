package io.sidetone.transport.pbx.freeswitch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.pbx.PlaybackMarks;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsOutput;

/**
 * The output to jambonz with streaming on: binary messages of audio, {@code killAudio} and marks. Event loop only.
 *
 * <p>Three rules of its module decide this code. It plays nothing until {@link #PREBUFFER_MS} have arrived, and holds
 * back less than that at a turn's end. {@code killAudio} does not reach the audio that it holds back. While a mark is
 * pending, it takes every sample of value −1 for a mark.
 */
final class AudioForkWire implements StreamWire {
    /**
     * The audio that an 8 kHz call collects before it plays: 1280 samples at the start, half of that later. Other rates
     * collect less.
     */
    static final int PREBUFFER_MS = 160;

    /** The module silently drops marks beyond 30. */
    static final int MOST_MARKS = 24;

    private static final int FRAME_MS = 20;
    private static final byte LOW_OF_MINUS_TWO = (byte) 0xFE;
    private static final String MARK = "{\"type\":\"mark\",\"data\":{\"name\":\"";

    private final WsOutput out;
    private final int frameBytes;
    private final PlaybackMarks marks;
    private int marksUnderWay;
    private int pendingPadding;
    private boolean sounded;
    private boolean over;

    AudioForkWire(WsOutput out, StreamFormat format, PlaybackMarks marks) {
        this.out = out;
        this.frameBytes = format.frameBytes();
        this.marks = marks;
    }

    @Override
    public boolean audio(byte[] payload, int length, long token, long positionMs) {
        if (over || !pad()) {
            return false;
        }
        ByteBuf message = out.buffer(length);
        message.writeBytes(payload, 0, length);
        withoutMinusOne(message);
        if (!out.audio(message, true)) {
            return false;
        }
        sounded = true;
        marks.frame(token, positionMs, positionMs + FRAME_MS);
        if (marksUnderWay < MOST_MARKS && marks.due()) {
            mark(token);
        }
        return true;
    }

    private static void withoutMinusOne(ByteBuf samples) {
        for (int i = samples.readerIndex(); i + 1 < samples.writerIndex(); i += 2) {
            if (samples.getShort(i) == -1) {
                samples.setByte(i, LOW_OF_MINUS_TWO);
            }
        }
    }

    /** The switch returned a mark. */
    void markReturned() {
        marksUnderWay = Math.max(0, marksUnderWay - 1);
    }

    @Override
    public void turnEnd(long token, long positionMs) {
        if (over) {
            return;
        }
        if (marks.ended(token)) {
            mark(token);
        }
        if (sounded) {
            pendingPadding = PREBUFFER_MS / FRAME_MS;
            sounded = false;
            pad();
        }
    }

    /**
     * Sends silence that pushes a turn's end out of the prebuffer; returns false when there is no room for all of it.
     */
    boolean pad() {
        while (pendingPadding > 0 && !over) {
            ByteBuf silence = out.buffer(frameBytes);
            silence.writeZero(frameBytes);
            if (!out.audio(silence, true)) {
                return false;
            }
            pendingPadding--;
        }
        return true;
    }

    /**
     * The silence moves the held-back audio to where {@code killAudio} clears it; otherwise it would be heard before
     * the next turn.
     */
    @Override
    public void clear(long token) {
        marks.cleared(token);
        if (over) {
            return;
        }
        if (sounded) {
            pendingPadding = PREBUFFER_MS / FRAME_MS;
            sounded = false;
            pad();
        }
        pendingPadding = 0;
        out.text("{\"type\":\"killAudio\"}");
    }

    @Override
    public void hangUp(EndCause cause) {
        if (!over) {
            over = true;
            out.text("{\"type\":\"disconnect\"}");
            out.close(WsOutput.NORMAL, cause.reason());
        }
    }

    private void mark(long token) {
        marksUnderWay++;
        ByteBuf text = out.buffer(MARK.length() + PlaybackMarks.LONGEST_NAME + 3);
        ByteBufUtil.writeAscii(text, MARK);
        PlaybackMarks.name(text, token, marks.sentMs());
        ByteBufUtil.writeAscii(text, "\"}}");
        out.text(text);
    }
}
