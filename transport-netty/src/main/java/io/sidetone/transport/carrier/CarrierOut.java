package io.sidetone.transport.carrier;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.carrier.wire.MessageTemplate;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsOutput;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;

/**
 * The output of a call to a carrier: audio with a mark about every 100 ms, and a clear when a turn is cancelled.
 * Dialects differ only in their messages. One per connection, on its event loop; allocates nothing per frame.
 */
public abstract class CarrierOut implements StreamWire {
    /** Close status of a normal end (RFC 6455 section 7.4.1). */
    protected static final int NORMAL = 1000;

    private static final int FRAME_MS = 20;
    private static final int MARK_EVERY_MS = 100;
    private static final int LAST_WORDS_MS = 1_000;
    private static final int MAX_REASON = 100;
    private static final long NOTHING = -1;

    /** Sends the messages. */
    protected final WsOutput output;

    private final MarkLedger marks;
    private final Buffering buffering;
    private final MessageTemplate media;
    private final MessageTemplate mark;
    private final MessageTemplate clear;
    private long markedToken = NOTHING;
    private long markedMs;
    private boolean unplayed;
    private boolean closing;
    private EndCause saidGoodbye;

    /**
     * Creates the output.
     *
     * @param buffering how the carrier buffers our audio
     * @param media message with a hole for audio
     * @param mark message with a hole for a mark's name
     * @param clear message that drops the audio that was not played
     */
    protected CarrierOut(
            WsOutput output,
            MarkLedger marks,
            Buffering buffering,
            MessageTemplate media,
            MessageTemplate mark,
            MessageTemplate clear) {
        this.output = output;
        this.marks = marks;
        this.buffering = buffering;
        this.media = media;
        this.mark = mark;
        this.clear = clear;
    }

    /** Returns how the carrier buffers our audio. */
    public final Buffering buffering() {
        return buffering;
    }

    /** Returns the buffering of a carrier that returns marks and cannot pause. */
    protected static Buffering lead(int leadMs) {
        return new Buffering(leadMs, false, true);
    }

    @Override
    public boolean audio(byte[] payload, int length, long token, long positionMs) {
        if (closing || !output.roomForAudio() || !send(payload, 0, length)) {
            return false;
        }
        position(token, positionMs + FRAME_MS);
        return true;
    }

    /** Sends one media message. */
    protected final boolean send(byte[] audio, int offset, int length) {
        ByteBuf message = output.buffer(media.audioLength(length));
        media.audio(audio, offset, length, message);
        boolean sent = output.audio(message, false);
        unplayed |= sent;
        return sent;
    }

    /**
     * All audio of turn {@code token} before {@code endMs} was sent: sends a mark if the last one is long enough ago.
     */
    protected final void position(long token, long endMs) {
        if (token == Token.UNFENCED) {
            return;
        }
        if (token != markedToken || endMs < markedMs) {
            markedToken = token;
            markedMs = endMs - FRAME_MS;
        }
        if (endMs - markedMs >= MARK_EVERY_MS) {
            mark(token, endMs);
        }
    }

    private void mark(long token, long endMs) {
        ByteBuf message = output.buffer(mark.markBound());
        mark.mark(token, endMs, marks.epoch(), message);
        output.text(message);
        marks.sent(token, endMs);
        markedToken = token;
        markedMs = endMs;
    }

    @Override
    public void turnEnd(long token, long positionMs) {
        if (!closing && unplayed && token != Token.UNFENCED && (token != markedToken || positionMs > markedMs)) {
            mark(token, positionMs);
        }
    }

    @Override
    public void clear(long token) {
        if (closing || !unplayed) {
            return;
        }
        output.text(message(clear));
        marks.cleared();
        unplayed = false;
        markedToken = NOTHING;
    }

    /** Returns a message without a hole. */
    protected final ByteBuf message(MessageTemplate template) {
        ByteBuf message = output.buffer(template.textBound(""));
        template.text("", message);
        return message;
    }

    /**
     * The output has room again for audio that the dialect itself holds back.
     *
     * @param stale whether a turn was cancelled: its audio is dropped
     */
    protected void room(LongPredicate stale) {}

    /** Returns whether the output is closing and sends nothing more. */
    protected final boolean closing() {
        return closing;
    }

    @Override
    public void hangUp(EndCause cause) {
        if (closing) {
            return;
        }
        closing = true;
        boolean lastWords = cause == EndCause.AGENT_HUNG_UP || cause == EndCause.TRANSFERRED;
        if (lastWords && marks.pending()) {
            saidGoodbye = cause;
            output.loop().schedule(this::goodbye, LAST_WORDS_MS, TimeUnit.MILLISECONDS);
        } else {
            close(cause);
        }
    }

    /** A mark was returned: after the last one the caller has heard all of the agent's words. */
    final void markReturned() {
        if (saidGoodbye != null && !marks.pending()) {
            goodbye();
        }
    }

    private void goodbye() {
        if (saidGoodbye != null) {
            EndCause cause = saidGoodbye;
            saidGoodbye = null;
            close(cause);
        }
    }

    /** Closes the stream. The carrier then ends the call, or continues with the rest of the answer. */
    private void close(EndCause cause) {
        String reason = cause.reason();
        output.close(NORMAL, reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) : reason);
    }

    /** The socket is closed: nothing can be sent any more. */
    final void gone() {
        closing = true;
        saidGoodbye = null;
    }

    /** Returns the format's name in {@code contentType} fields. */
    protected static String contentType(StreamFormat format) {
        return switch (format.encoding()) {
            case PCMU -> "audio/x-mulaw";
            case PCMA -> "audio/x-alaw";
            case L16_LE, L16_BE -> "audio/x-l16";
        };
    }
}
