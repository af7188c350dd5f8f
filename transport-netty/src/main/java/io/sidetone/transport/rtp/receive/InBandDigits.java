package io.sidetone.transport.rtp.receive;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.tone.DtmfDetector;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;

/**
 * Takes the digits out of the sound of a peer that sends no telephone events: each becomes a digit, and its tones silence, as a
 * gateway of RFC 4733 does it. So what follows, journal and replay among it, has both kinds alike. Event loop of the call only;
 * nothing is allocated per frame.
 */
public final class InBandDigits implements MediaSink {
    /** Loss that does not end a key. */
    private static final int LONGEST_GAP_FRAMES = 3;

    /** A key is over when no sound comes for so long, as with telephone events. */
    private static final long TIMEOUT_NS = 375_000_000L;

    private final int sampleRateHz;
    private final MediaSink sink;
    private final RtpCounters counters;
    private final short[] silence;
    private DtmfDetector detector;
    private boolean listening;
    private long nextStreamSamples;
    private long lastFrameNs;

    /** Passes everything on to {@code sink} until it is to listen. */
    public InBandDigits(int sampleRateHz, MediaSink sink, RtpCounters counters) {
        this.sampleRateHz = sampleRateHz;
        this.sink = sink;
        this.counters = counters;
        this.silence = new short[SampleRate.frameSamples(sampleRateHz)];
    }

    /** Says whether digits come in the sound. */
    public void listen(boolean on, long nowNs) {
        if (on && detector == null) {
            detector = new DtmfDetector(sampleRateHz);
        }
        if (listening && !on) {
            digit(detector.end(), nowNs);
        }
        listening = on;
    }

    /** Returns whether a key is being heard. */
    public boolean pressed() {
        return listening && detector.pressed();
    }

    /** Ends a key whose sound has stopped coming. */
    public void onTick(long nowNs) {
        if (pressed() && nowNs - lastFrameNs >= TIMEOUT_NS) {
            digit(detector.end(), nowNs);
        }
    }

    @Override
    public boolean onAudio(short[] pcm, int offset, int samples, int rateHz, long streamSamples, long nowNs) {
        if (!listening) {
            return sink.onAudio(pcm, offset, samples, rateHz, streamSamples, nowNs);
        }
        long missing = streamSamples - nextStreamSamples;
        if (missing > (long) LONGEST_GAP_FRAMES * samples) {
            digit(detector.end(), nowNs);
        } else if (missing != 0) {
            detector.gap();
        }
        nextStreamSamples = streamSamples + samples;
        lastFrameNs = nowNs;
        digit(detector.frame(pcm, offset), nowNs);
        return detector.tone()
                ? sink.onAudio(silence, 0, samples, rateHz, streamSamples, nowNs)
                : sink.onAudio(pcm, offset, samples, rateHz, streamSamples, nowNs);
    }

    private void digit(char digit, long nowNs) {
        if (digit != DtmfDetector.NO_DIGIT) {
            counters.increment(RtpCounter.DIGITS);
            sink.onDigit(digit, detector.durationMs(), nowNs);
        }
    }

    @Override
    public void bridge(LanePublisher other) {
        sink.bridge(other);
    }

    @Override
    public void onDigit(char digit, int durationMs, long nowNs) {
        sink.onDigit(digit, durationMs, nowNs);
    }

    @Override
    public void onFirstMedia(long nowNs) {
        sink.onFirstMedia(nowNs);
    }

    @Override
    public void onAlive(long nowNs) {
        sink.onAlive(nowNs);
    }

    @Override
    public void onRefused(InetSocketAddress source, InetSocketAddress announced, long nowNs) {
        sink.onRefused(source, announced, nowNs);
    }

    @Override
    public void onFarDelay(int delayMs, long nowNs) {
        sink.onFarDelay(delayMs, nowNs);
    }
}
