package io.sidetone.transport.pbx.asterisk;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.pbx.FrameChunk;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PlaybackMarks;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsOutput;
import java.util.function.Consumer;

/**
 * The output to Asterisk: media in whole frames of its size, and commands in the format of its first message. Asterisk
 * itself keeps time; it pauses at {@code PAUSE_MEDIA} and drops its queue, marks included, at {@code FLUSH_MEDIA}.
 * Event loop only.
 */
final class AsteriskWire implements StreamWire {
    /** Asterisk ignores a longer text (MAX_TEXT_MESSAGE_LEN). */
    static final int LONGEST_TEXT = 128;

    private static final int FRAME_MS = 20;

    private final WsOutput out;
    private final byte silence;
    private final FrameChunk chunk;
    private final boolean json;
    private final PlaybackMarks marks;
    private final Consumer<PbxCounter> counted;
    private boolean full;
    private boolean paused;
    private boolean over;

    /** Creates the output with messages of {@code messageBytes}, a multiple of 20 ms of {@code format}. */
    AsteriskWire(
            WsOutput out,
            StreamFormat format,
            int messageBytes,
            boolean json,
            PlaybackMarks marks,
            Consumer<PbxCounter> counted) {
        this.out = out;
        this.silence = AsteriskFormat.silence(format);
        this.chunk = new FrameChunk(messageBytes);
        this.json = json;
        this.marks = marks;
        this.counted = counted;
    }

    /** Sets whether Asterisk's queue is full. */
    void full(boolean now) {
        full = now;
    }

    @Override
    public boolean audio(byte[] payload, int length, long token, long positionMs) {
        if (full || over) {
            return false;
        }
        if (chunk.completes(length)) {
            if (!media(chunk.with(payload, length))) {
                return false;
            }
            chunk.clear();
        } else {
            chunk.keep(payload, length);
        }
        marks.frame(token, positionMs, positionMs + FRAME_MS);
        // A mark refers to sent audio, and waiting frames were not sent.
        if (chunk.waiting() == 0 && marks.due()) {
            mark(token, marks.sentMs());
        }
        return true;
    }

    @Override
    public void turnEnd(long token, long positionMs) {
        if (over) {
            return;
        }
        if (chunk.waiting() > 0) {
            media(chunk.padded(silence));
            chunk.clear();
        }
        if (marks.ended(token)) {
            mark(token, marks.sentMs());
        }
    }

    @Override
    public void clear(long token) {
        marks.cleared(token);
        chunk.clear();
        if (over) {
            return;
        }
        command("FLUSH_MEDIA");
        // The documentation says that a flush ends a pause; the code does not end it.
        if (paused) {
            command("CONTINUE_MEDIA");
            paused = false;
        }
    }

    @Override
    public void pause(long token) {
        if (!paused && !over) {
            paused = true;
            command("PAUSE_MEDIA");
        }
    }

    @Override
    public void resume(long token) {
        if (paused && !over) {
            paused = false;
            command("CONTINUE_MEDIA");
        }
    }

    @Override
    public void hangUp(EndCause cause) {
        if (over) {
            return;
        }
        over = true;
        hangUp(out, json);
        out.close(WsOutput.NORMAL, cause.reason());
    }

    static void hangUp(WsOutput out, boolean json) {
        out.text(command(out, "HANGUP", json));
    }

    private boolean media(byte[] bytes) {
        ByteBuf message = out.buffer(bytes.length);
        message.writeBytes(bytes);
        return out.audio(message, true);
    }

    private void mark(long token, long positionMs) {
        ByteBuf text = out.buffer(LONGEST_TEXT);
        ByteBufUtil.writeAscii(text, json ? "{\"command\":\"MARK_MEDIA\",\"correlation_id\":\"" : "MARK_MEDIA ");
        PlaybackMarks.name(text, token, positionMs);
        if (json) {
            ByteBufUtil.writeAscii(text, "\"}");
        }
        send(text);
    }

    private void command(String name) {
        send(command(out, name, json));
    }

    private static ByteBuf command(WsOutput out, String name, boolean json) {
        ByteBuf text = out.buffer(LONGEST_TEXT);
        if (json) {
            ByteBufUtil.writeAscii(text, "{\"command\":\"");
        }
        ByteBufUtil.writeAscii(text, name);
        if (json) {
            ByteBufUtil.writeAscii(text, "\"}");
        }
        return text;
    }

    private void send(ByteBuf text) {
        if (text.readableBytes() > LONGEST_TEXT) {
            text.release();
            counted.accept(PbxCounter.TOO_LONG_OUT);
            return;
        }
        out.text(text);
    }
}
