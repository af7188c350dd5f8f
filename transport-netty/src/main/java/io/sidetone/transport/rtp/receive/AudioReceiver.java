package io.sidetone.transport.rtp.receive;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.frame.Reframer;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;

/**
 * Payloads in sequence order to 20 ms frames with their place in the caller's stream.
 *
 * <p>The place follows the RTP timestamp, so it counts on over losses, silence suppression and digits, and never goes
 * back. Where the timestamp cannot be believed (another source, a restart, a step back or far beyond the time that has
 * passed) it follows the time of arrival. Event loop of the call only.
 */
public final class AudioReceiver {
    /** How far a timestamp may run ahead of arrival before it is disbelieved. */
    static final int MAX_LEAD_SECONDS = 5;

    /** Frames are taken this much faster than real time in the long run: room for clocks that differ. */
    static final long FRAME_INTERVAL_NS = 19_000_000L;

    /** Audio that may come at once, after a stall of the network. */
    static final long BURST_NS = 2_000_000_000L;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int sampleRateHz;
    private final MediaSink sink;
    private final RtpCounters counters;
    private final Reframer reframer;
    private final short[] decoded;
    private final short[] silence;

    private boolean muted;
    private boolean started;
    private boolean timestampKnown;
    private int expectedTimestamp;
    private long streamSamples;
    private long frameStreamSamples;
    private long lastArrivalNs;
    private long nowNs;
    private boolean paid;
    private long paidUntilNs;

    /**
     * Creates a receiver.
     *
     * @param sampleRateHz rate of all codecs of the call, and their RTP clock
     * @param maxPayload bytes of the largest payload
     */
    public AudioReceiver(int sampleRateHz, int maxPayload, MediaSink sink, RtpCounters counters) {
        this.sampleRateHz = sampleRateHz;
        this.sink = sink;
        this.counters = counters;
        this.reframer = new Reframer(sampleRateHz, this::onFrame);
        this.decoded = new short[maxPayload];
        this.silence = new short[SampleRate.frameSamples(sampleRateHz)];
    }

    /** Takes one payload in sequence order. */
    public void onPayload(AudioCodec codec, int timestamp, byte[] payload, int length, long packetNowNs) {
        int samples = codec.decode(payload, 0, length, decoded, 0);
        if (samples == 0) {
            return;
        }
        nowNs = packetNowNs;
        skip(gapBefore(timestamp, samples));
        reframer.accept(decoded, 0, samples);
        streamSamples += samples;
        started = true;
        timestampKnown = true;
        expectedTimestamp = timestamp + samples;
        lastArrivalNs = packetNowNs;
    }

    /** The timestamps that follow have nothing to do with those before. */
    public void restart() {
        timestampKnown = false;
    }

    /** While muted the stream position goes on but no frame is handed on: the call is on hold. */
    public void mute(boolean on) {
        muted = on;
    }

    private long gapBefore(int timestamp, int samples) {
        if (!started) {
            return 0;
        }
        long byArrival = samplesIn(nowNs - lastArrivalNs);
        if (timestampKnown) {
            int ahead = timestamp - expectedTimestamp;
            if (ahead >= 0 && ahead <= byArrival + (long) MAX_LEAD_SECONDS * sampleRateHz) {
                return ahead;
            }
            counters.increment(RtpCounter.TIMESTAMP_JUMP);
        }
        return Math.max(0, byArrival - samples);
    }

    private long samplesIn(long ns) {
        return ns / NANOS_PER_SECOND * sampleRateHz + ns % NANOS_PER_SECOND * sampleRateHz / NANOS_PER_SECOND;
    }

    /** Moves the stream on; a frame that was begun before the gap is completed with silence. */
    private void skip(long gap) {
        if (gap == 0) {
            return;
        }
        long left = gap;
        int pending = reframer.pendingSamples();
        if (pending > 0) {
            int filled = (int) Math.min(left, silence.length - pending);
            reframer.accept(silence, 0, filled);
            streamSamples += filled;
            left -= filled;
        }
        if (left > 0) {
            streamSamples += left;
            frameStreamSamples = streamSamples;
        }
    }

    private void onFrame(short[] pcm, int offset, int samples) {
        long at = frameStreamSamples;
        frameStreamSamples += samples;
        if (muted) {
            return;
        }
        if (nowNs - paidUntilNs > 0 || !paid) {
            paid = true;
            paidUntilNs = nowNs;
        }
        if (paidUntilNs - nowNs > BURST_NS) {
            counters.increment(RtpCounter.AUDIO_OVERRUN);
            return;
        }
        paidUntilNs += FRAME_INTERVAL_NS;
        if (!sink.onAudio(pcm, offset, samples, sampleRateHz, at, nowNs)) {
            counters.increment(RtpCounter.LANE_REFUSED);
        }
    }

    /** Returns the position of the sample expected next. */
    public long streamSamples() {
        return streamSamples;
    }
}
