package io.sidetone.transport.rtp.receive;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.frame.Reframer;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.audio.tone.ComfortNoise;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;

/**
 * Payloads in sequence order to 20 ms frames with their place in the caller's stream.
 *
 * <p>The place follows the RTP timestamp, so it counts on over losses, silence suppression and digits, and never goes
 * back. Where the timestamp cannot be believed (another source, a restart, a step back or far beyond the time that has
 * passed) it follows the time of arrival. The call's frames keep their rate whatever codec is agreed on: that of a codec is
 * converted. Gaps are counted in timestamps, positions in the call's samples. Event loop of the call only.
 *
 * <p>A sender that is silent says what its room sounds like and sends nothing (RFC 3389): frames of that noise are made
 * until it speaks again, a little behind time so that they never stand where its words belong, and for
 * {@link #MAX_PAUSE_NS} at most. They are frames like all others, so a journal holds them.
 */
public final class AudioReceiver {
    /** Time by which a timestamp may run ahead of arrival before it is disbelieved. */
    static final int MAX_LEAD_SECONDS = 5;

    /** Frames are taken this much faster than real time in the long run: room for clocks that differ. */
    static final long FRAME_INTERVAL_NS = 19_000_000L;

    /** Audio that may come at once, after a stall of the network. */
    static final long BURST_NS = 2_000_000_000L;

    /** Never written to; of all calls. */
    private static final short[] SILENCE = new short[SampleRate.MAX_FRAME_SAMPLES];

    /** Time for which noise is made after a comfort noise packet. */
    static final long MAX_PAUSE_NS = 10_000_000_000L;

    /** Noise is made this much after its time: as late as a packet of the next words may come. */
    static final long PAUSE_SLACK_NS = 20_000_000L;

    /** Frames of noise made in one step; a longer pause that was not stepped is a gap. */
    static final int MAX_NOISE_FRAMES = 10;

    /** Lost frames that a codec fills in a row; the lane knows of more. */
    private static final int MAX_CONCEALED = 3;

    private static final long FRAME_NS = SampleRate.FRAME_MS * 1_000_000L;
    private static final long NOISE_SEED = 3389;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int sampleRateHz;
    private MediaSink sink;
    private final RtpCounters counters;
    private final short[] decoded;
    private final short[] noiseSamples;
    private final short[] converted;

    private int codecRateHz;
    private int clockRateHz;
    private Reframer reframer;
    private Resampler resampler;
    private final ComfortNoise noise = new ComfortNoise(NOISE_SEED);
    private boolean pausing;
    private long pauseEndNs;
    private long noiseNs;
    private long noiseUnits;
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
     * @param work of the event loop
     * @param sampleRateHz rate of the call's frames; until {@link #codecRate} that of its codecs and their RTP clock too
     */
    public AudioReceiver(ReceiveWork work, int sampleRateHz, MediaSink sink, RtpCounters counters) {
        this.sampleRateHz = sampleRateHz;
        this.sink = sink;
        this.counters = counters;
        this.decoded = work.decoded();
        this.noiseSamples = work.noise();
        this.converted = work.converted();
        codecRate(sampleRateHz, sampleRateHz);
    }

    /** Frames go to {@code other} from now on. */
    public void handTo(MediaSink other) {
        sink = other;
    }

    /** Says at what rate the codecs decode from now on, and what their timestamps count. */
    public void codecRate(int newCodecRateHz, int newClockRateHz) {
        clockRateHz = newClockRateHz;
        if (newCodecRateHz == codecRateHz) {
            return;
        }
        if (reframer != null && reframer.pendingSamples() > 0) {
            skip(clockUnits(SampleRate.frameSamples(codecRateHz) - reframer.pendingSamples()));
        }
        codecRateHz = newCodecRateHz;
        reframer = new Reframer(codecRateHz, this::onFrame);
        resampler = codecRateHz == sampleRateHz ? null : Resamplers.create(codecRateHz, sampleRateHz);
    }

    /** Takes one payload in sequence order. */
    public void onPayload(AudioCodec codec, int timestamp, byte[] payload, int length, long packetNowNs) {
        nowNs = packetNowNs;
        conceal(codec, timestamp, payload, length);
        int samples = codec.decode(payload, 0, length, decoded, 0);
        if (samples == 0) {
            return;
        }
        long units = clockUnits(samples);
        advance(gapBefore(timestamp, units));
        pausing = false;
        reframer.accept(decoded, 0, samples);
        streamSamples += callSamples(units);
        started = true;
        timestampKnown = true;
        expectedTimestamp = timestamp + (int) units;
        lastArrivalNs = packetNowNs;
    }

    /** Fills a short loss, where the codec can: better than who does not know how it was coded. */
    private void conceal(AudioCodec codec, int timestamp, byte[] payload, int length) {
        int ahead = timestampKnown && !pausing ? timestamp - expectedTimestamp : 0;
        if (ahead <= 0 || ahead > MAX_CONCEALED * clockUnits(SampleRate.frameSamples(codecRateHz))) {
            return;
        }
        int lost = (int) ((long) ahead * codecRateHz / clockRateHz);
        int samples = codec.conceal(payload, 0, length, decoded, 0, lost);
        if (samples > 0) {
            long units = clockUnits(samples);
            reframer.accept(decoded, 0, samples);
            streamSamples += callSamples(units);
            expectedTimestamp += (int) units;
        }
    }

    /**
     * Takes a comfort noise packet in sequence order: its sender says nothing from {@code timestamp} on.
     *
     * @return false if the payload describes no noise
     */
    public boolean onComfortNoise(int timestamp, byte[] payload, int length, long packetNowNs) {
        if (!noise.describe(payload, 0, length)) {
            return false;
        }
        nowNs = packetNowNs;
        advance(gapBefore(timestamp, 0));
        started = true;
        timestampKnown = true;
        expectedTimestamp = timestamp;
        lastArrivalNs = packetNowNs;
        pausing = true;
        pauseEndNs = packetNowNs + MAX_PAUSE_NS;
        noiseNs = packetNowNs + PAUSE_SLACK_NS;
        noiseUnits = 0;
        return true;
    }

    /** Returns whether the caller pauses, and noise is made in place of frames. */
    public boolean pausing() {
        return pausing;
    }

    /** Makes the noise whose time has come. */
    public void onTick(long tickNs) {
        if (!pausing) {
            return;
        }
        if (tickNs - pauseEndNs >= 0) {
            pausing = false;
            return;
        }
        nowNs = tickNs;
        long units = clockUnits(SampleRate.frameSamples(codecRateHz));
        for (int made = 0; made < MAX_NOISE_FRAMES && tickNs - noiseNs >= FRAME_NS; made++) {
            makeNoise(units);
            noiseNs += FRAME_NS;
        }
    }

    private void makeNoise(long units) {
        int samples = (int) (units * codecRateHz / clockRateHz);
        // A payload that has been decoded may wait for the pause before it to be filled.
        noise.fill(noiseSamples, 0, samples);
        reframer.accept(noiseSamples, 0, samples);
        streamSamples += callSamples(units);
        expectedTimestamp += (int) units;
        lastArrivalNs = nowNs;
        noiseUnits += units;
    }

    /** Moves the stream on: in a pause with noise, else with nothing. */
    private void advance(long gapUnits) {
        long left = gapUnits;
        long frame = clockUnits(SampleRate.frameSamples(codecRateHz));
        for (int made = 0; pausing && left > 0 && made < MAX_NOISE_FRAMES; made++) {
            long units = Math.min(left, frame);
            makeNoise(units);
            left -= units;
        }
        skip(left);
    }

    /** The timestamps that follow have nothing to do with those before. */
    public void restart() {
        pausing = false;
        timestampKnown = false;
    }

    private long clockUnits(int codecSamples) {
        return (long) codecSamples * clockRateHz / codecRateHz;
    }

    private long callSamples(long clockUnits) {
        return clockUnits * sampleRateHz / clockRateHz;
    }

    private long gapBefore(int timestamp, long units) {
        if (!started) {
            return 0;
        }
        long byArrival = clockUnitsIn(nowNs - lastArrivalNs);
        if (timestampKnown) {
            int ahead = timestamp - expectedTimestamp;
            if (ahead >= 0 && ahead <= byArrival + (long) MAX_LEAD_SECONDS * clockRateHz) {
                return ahead;
            }
            if (pausing && ahead < 0 && ahead + noiseUnits >= 0) {
                return 0;
            }
            counters.increment(RtpCounter.TIMESTAMP_JUMP);
        }
        return Math.max(0, byArrival - units);
    }

    private long clockUnitsIn(long ns) {
        return ns / NANOS_PER_SECOND * clockRateHz + ns % NANOS_PER_SECOND * clockRateHz / NANOS_PER_SECOND;
    }

    /** Moves the stream on; a frame that was begun before the gap is completed with silence. */
    private void skip(long gapUnits) {
        if (gapUnits == 0) {
            return;
        }
        long left = gapUnits;
        int pending = reframer.pendingSamples();
        if (pending > 0) {
            long filled = Math.min(left, clockUnits(SampleRate.frameSamples(codecRateHz) - pending));
            reframer.accept(SILENCE, 0, (int) (filled * codecRateHz / clockRateHz));
            streamSamples += callSamples(filled);
            left -= filled;
        }
        if (left > 0) {
            streamSamples += callSamples(left);
            frameStreamSamples = streamSamples;
        }
    }

    private void onFrame(short[] pcm, int offset, int samples) {
        if (resampler == null) {
            onCallFrame(pcm, offset, samples);
        } else {
            onCallFrame(converted, 0, resampler.process(pcm, offset, samples, converted, 0));
        }
    }

    private void onCallFrame(short[] pcm, int offset, int samples) {
        long at = frameStreamSamples;
        frameStreamSamples += samples;
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

    /** Returns the position of the sample expected next, at the rate of the call's frames. */
    public long streamSamples() {
        return streamSamples;
    }
}
