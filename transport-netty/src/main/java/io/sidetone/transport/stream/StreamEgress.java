package io.sidetone.transport.stream;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.core.playout.Buffering;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The way of a call's frames to its wire: may it still be heard → resample → encode → write → audit. What a slow peer does
 * not take waits here, up to half a second; the fence is asked again when it goes. Event loop only; allocates only for
 * what has to wait.
 */
final class StreamEgress {
    /** Frames that wait for a slow peer; newer ones are dropped. */
    static final int MOST_WAITING = 25;

    private final Fence fence;
    private final Buffering buffering;
    private final int callRateHz;
    private final StreamWire wire;
    private final SingleWriterCounters<StreamCounter> counters;
    private final short[] converted = new short[SampleRate.MAX_FRAME_SAMPLES];
    private final byte[] payload = new byte[2 * SampleRate.MAX_FRAME_SAMPLES];
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private AudioCodec codec;
    private Resampler resampler;
    private long flushed;

    /** Something that could not be written yet; a null payload is the end of a turn. */
    private record Waiting(byte[] payload, long token, long positionMs) {}

    StreamEgress(
            Fence fence,
            Buffering buffering,
            int callRateHz,
            StreamFormat format,
            StreamWire wire,
            SingleWriterCounters<StreamCounter> counters) {
        this.fence = fence;
        this.buffering = buffering;
        this.callRateHz = callRateHz;
        this.wire = wire;
        this.counters = counters;
        format(format);
    }

    /** The peer reads {@code format} from now on; what waited in another one is lost. */
    void format(StreamFormat format) {
        codec = format.codec();
        resampler = format.sampleRateHz() == callRateHz ? null : Resamplers.create(callRateHz, format.sampleRateHz());
        waiting.clear();
    }

    void send(EgressFrame frame, FenceAuditor auditor) {
        switch (frame.kind) {
            case AUDIO -> audio(frame, auditor);
            case PAUSE -> pause(frame.token);
            case CONTINUE -> wire.resume(frame.token);
            case FLUSH -> flush(frame.token);
            case END -> end(frame.token, frame.turnPositionMs);
            default -> throw new IllegalStateException("frame of kind " + frame.kind + " has no effect defined");
        }
    }

    private void audio(EgressFrame frame, FenceAuditor auditor) {
        if (stale(frame.token, auditor)) {
            return;
        }
        if (frame.marker && resampler != null) {
            resampler.reset();
        }
        int length = encode(frame);
        if (waiting.isEmpty() && wire.audio(payload, length, frame.token, frame.turnPositionMs)) {
            auditor.written(fence, frame.token);
            counters.increment(StreamCounter.FRAMES_OUT);
        } else if (waiting.size() < MOST_WAITING) {
            waiting.add(new Waiting(java.util.Arrays.copyOf(payload, length), frame.token, frame.turnPositionMs));
        } else {
            counters.increment(StreamCounter.FRAMES_DROPPED);
        }
    }

    /** The check before a write: whether {@code token} is dead, which is counted. */
    boolean stale(long token, FenceAuditor auditor) {
        if (auditor.mayWrite(fence, token)) {
            return false;
        }
        counters.increment(StreamCounter.STALE_DROPPED);
        return true;
    }

    private int encode(EgressFrame frame) {
        if (frame.silence) {
            int bytes = codec.bytesForSamples(SampleRate.frameSamples(codecRateHz()));
            codec.fillSilence(payload, 0, bytes);
            return bytes;
        }
        if (resampler == null) {
            return codec.encode(frame.pcm, 0, frame.samples, payload, 0);
        }
        int samples = resampler.process(frame.pcm, 0, frame.samples, converted, 0);
        return codec.encode(converted, 0, samples, payload, 0);
    }

    private int codecRateHz() {
        return resampler == null ? callRateHz : resampler.outputRateHz();
    }

    private void pause(long token) {
        if (buffering.clearsAtPause()) {
            waiting.clear();
            wire.clear(token);
        }
        wire.pause(token);
    }

    private void flush(long token) {
        waiting.clear();
        flushed = token;
        wire.clear(token);
    }

    private void end(long token, long positionMs) {
        if (token <= flushed) {
            return;
        }
        if (waiting.isEmpty()) {
            wire.turnEnd(token, positionMs);
        } else {
            waiting.add(new Waiting(null, token, positionMs));
        }
    }

    /** The peer takes more: what still may be heard of what waited goes. */
    void drain(FenceAuditor auditor) {
        for (Waiting next = waiting.peek(); next != null; next = waiting.peek()) {
            if (stale(next.token, auditor)) {
                waiting.remove();
                continue;
            }
            if (next.payload == null) {
                wire.turnEnd(next.token, next.positionMs);
            } else if (wire.audio(next.payload, next.payload.length, next.token, next.positionMs)) {
                auditor.written(fence, next.token);
                counters.increment(StreamCounter.FRAMES_OUT);
            } else {
                return;
            }
            waiting.remove();
        }
    }
}
