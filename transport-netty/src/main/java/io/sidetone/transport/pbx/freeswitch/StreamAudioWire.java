package io.sidetone.transport.pbx.freeswitch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.pbx.FrameChunk;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsOutput;
import java.util.Base64;

/**
 * The output to mod_audio_stream: {@code streamAudio} messages. The module writes each to a file and notifies the
 * dialplan. A file is {@link #FILE_MS} long, because files of 20 ms could not be played in time. There is no report of
 * how far a file was played. Event loop only.
 */
final class StreamAudioWire implements StreamWire {
    /** Audio in one message. */
    static final int FILE_MS = 200;

    /** With a shorter lead the next file would come too late. */
    static final int LEAST_LEAD_MS = FILE_MS + 100;

    private static final int FRAMES = FILE_MS / 20;
    private static final String TAIL = "\"}}";

    private final WsOutput out;
    private final String head;
    private final FrameChunk chunk;
    private final byte[] base64;
    private boolean over;

    StreamAudioWire(WsOutput out, StreamFormat format) {
        this.out = out;
        this.head = "{\"type\":\"streamAudio\",\"data\":{\"audioDataType\":\"raw\",\"sampleRate\":"
                + format.sampleRateHz() + ",\"audioData\":\"";
        this.chunk = new FrameChunk(FRAMES * format.frameBytes());
        this.base64 = new byte[(chunk.size() + 2) / 3 * 4];
    }

    @Override
    public boolean audio(byte[] payload, int length, long token, long positionMs) {
        if (over) {
            return false;
        }
        if (!chunk.completes(length)) {
            chunk.keep(payload, length);
            return true;
        }
        if (!file(chunk.with(payload, length))) {
            return false;
        }
        chunk.clear();
        return true;
    }

    private boolean file(byte[] sound) {
        int bytes = Base64.getEncoder().encode(sound, base64);
        ByteBuf message = out.buffer(head.length() + bytes + TAIL.length());
        ByteBufUtil.writeAscii(message, head);
        message.writeBytes(base64, 0, bytes);
        ByteBufUtil.writeAscii(message, TAIL);
        return out.audio(message, false);
    }

    @Override
    public void turnEnd(long token, long positionMs) {
        if (!over && chunk.waiting() > 0) {
            file(chunk.padded((byte) 0));
            chunk.clear();
        }
    }

    /** The module passes this to the dialplan as an event, and the dialplan may then stop its playback. */
    @Override
    public void clear(long token) {
        chunk.clear();
        if (!over) {
            out.text("{\"type\":\"killAudio\"}");
        }
    }

    @Override
    public void hangUp(EndCause cause) {
        if (!over) {
            over = true;
            out.text("{\"type\":\"disconnect\"}");
            out.close(WsOutput.NORMAL, cause.reason());
        }
    }
}
