package io.sidetone.transport.pbx.vonage;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.pbx.PlaybackMarks;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsOutput;

/**
 * The output to Vonage: binary messages of exactly 20 ms, {@code clear} and {@code notify}. A clear also drops the
 * pending notifications, so marks from before it do not count. Event loop only.
 */
final class VonageWire implements StreamWire {
    private static final int FRAME_MS = 20;
    private static final String NOTIFY = "{\"action\":\"notify\",\"payload\":{\"mark\":\"";
    private static final String CLEAR = "{\"action\":\"clear\"}";

    private final WsOutput out;
    private final int frameBytes;
    private final PlaybackMarks marks;
    private boolean over;

    VonageWire(WsOutput out, StreamFormat format, PlaybackMarks marks) {
        this.out = out;
        this.frameBytes = format.frameBytes();
        this.marks = marks;
    }

    @Override
    public boolean audio(byte[] payload, int length, long token, long positionMs) {
        if (over) {
            return false;
        }
        ByteBuf message = out.buffer(frameBytes);
        int whole = Math.min(length, frameBytes);
        message.writeBytes(payload, 0, whole).writeZero(frameBytes - whole);
        if (!out.audio(message, true)) {
            return false;
        }
        marks.frame(token, positionMs, positionMs + FRAME_MS);
        if (marks.due()) {
            mark(token);
        }
        return true;
    }

    @Override
    public void turnEnd(long token, long positionMs) {
        if (!over && marks.ended(token)) {
            mark(token);
        }
    }

    @Override
    public void clear(long token) {
        marks.cleared(token);
        if (!over) {
            out.text(CLEAR);
        }
    }

    @Override
    public void hangUp(EndCause cause) {
        if (!over) {
            over = true;
            out.close(WsOutput.NORMAL, cause.reason());
        }
    }

    private void mark(long token) {
        ByteBuf text = out.buffer(NOTIFY.length() + PlaybackMarks.LONGEST_NAME + 3);
        ByteBufUtil.writeAscii(text, NOTIFY);
        PlaybackMarks.name(text, token, marks.sentMs());
        ByteBufUtil.writeAscii(text, "\"}}");
        out.text(text);
    }
}
