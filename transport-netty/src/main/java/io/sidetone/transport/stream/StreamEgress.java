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

/**
 * The way of a call's frames to its wire: may it still be heard → resample → encode → write → audit. What a slow peer does
 * not take waits here, up to half a second; the fence is asked again when it goes. Event loop only.
 */
final class StreamEgress {
    private final Fence fence;
    private final Buffering buffering;
    private final int callRateHz;
    private final StreamWire wire;
    private final SingleWriterCounters<StreamCounter> counters;
    private final short[] converted = new short[SampleRate.MAX_FRAME_SAMPLES];
    private final byte[] payload = new byte[2 * SampleRate.MAX_FRAME_SAMPLES];
    private final WaitingFrames waiting = new WaitingFrames();
    private AudioCodec codec;
    private Resampler resampler;
    private long flushed;

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
        } else if (!waiting.audio(payload, length, frame.token, frame.turnPositionMs)) {
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
            waiting.end(token, positionMs);
        }
    }

    /** The peer takes more: what still may be heard of what waited goes. */
    void drain(FenceAuditor auditor) {
        while (!waiting.isEmpty()) {
            if (stale(waiting.token(), auditor)) {
                waiting.remove();
                continue;
            }
            if (waiting.endsTurn()) {
                wire.turnEnd(waiting.token(), waiting.positionMs());
            } else if (wire.audio(waiting.payload(), waiting.length(), waiting.token(), waiting.positionMs())) {
                auditor.written(fence, waiting.token());
                counters.increment(StreamCounter.FRAMES_OUT);
            } else {
                return;
            }
            waiting.remove();
        }
    }
}
