package io.sidetone.tools.softphone.wire;

import io.sidetone.audio.SampleRate;

/**
 * A telephone whose microphone hears its loudspeaker: received sound is added to the sent sound, lower and later, with
 * a tail of a few milliseconds.
 *
 * <p>The timestamps place the received sound, so the delay is constant throughout a talk, even when the network delays
 * single packets. A packet that comes too late for its place is not echoed. The arrival of the first packet places it
 * among the frames, by the frames' deadlines: a sending thread that is late, or that catches up, changes no delay.
 * Called by the sending thread; nothing is allocated per packet.
 */
public final class FarEndEcho {
    private static final int TIMESTAMPS_PER_SECOND = 8_000;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /** A power of two; two seconds at 16 kHz, four times the longest delay. */
    private static final int RING = 32_768;

    /** Number of packets of one second: when all of them are late, the peer's clock has moved; a stall of this machine is shorter. */
    private static final int LATE_PACKETS = 50;

    /** Reflections after the first one: they begin at half its height, fall to 1/e in 1.5 ms, and last 6 ms. */
    private static final double TAIL_HEIGHT = 0.5;

    private static final double TAIL_FALL_MS = 1.5;
    private static final int[] TAIL_SIGNS = {1, -1, 1, 1, -1, 1, -1, -1, 1, -1, 1, 1};
    private static final int TAIL_SPACINGS_PER_SECOND = 2_000;

    private final PacketLog arrivals;
    private final AgentDecoder decoder;
    private final int sampleRateHz;
    private final int frameSamples;
    private final int delaySamples;
    private final int tapSpacing;
    private final float[] taps = new float[1 + TAIL_SIGNS.length];
    private final float[] ring = new float[RING];
    private final short[] pcm = new short[AgentDecoder.MAX_SAMPLES];

    /** The position of the frame that is sent now, in samples since the first one. */
    private long position;

    /** Time at which the frame at position 0 was due, by the frame that was sent with the least delay. */
    private long originNs;

    private boolean begun;
    private int next;
    private int late;
    private boolean anchored;
    private int anchorSsrc;
    private int anchorTimestamp;
    private long anchorPosition;

    /**
     * Creates the echo of the present and future packets of {@code arrivals}.
     *
     * @param sampleRateHz rate of the sent sound
     * @param lossDb attenuation of white noise
     * @param delayMs from the arrival of a sound to its echo; 40 at least
     */
    public FarEndEcho(PacketLog arrivals, int sampleRateHz, int lossDb, int delayMs) {
        this.arrivals = arrivals;
        this.decoder = new AgentDecoder(arrivals, sampleRateHz);
        this.sampleRateHz = sampleRateHz;
        this.frameSamples = SampleRate.frameSamples(sampleRateHz);
        this.delaySamples = delayMs * (sampleRateHz / 1_000);
        this.tapSpacing = sampleRateHz / TAIL_SPACINGS_PER_SECOND;
        taps[0] = 1;
        double energy = 1;
        for (int i = 1; i < taps.length; i++) {
            double atMs = i * 1_000.0 / TAIL_SPACINGS_PER_SECOND;
            double tap = TAIL_SIGNS[i - 1] * TAIL_HEIGHT * StrictMath.exp(-atMs / TAIL_FALL_MS);
            energy += tap * tap;
            taps[i] = (float) tap;
        }
        float gain = (float) (StrictMath.pow(10, -lossDb / 20.0) / Math.sqrt(energy));
        for (int i = 0; i < taps.length; i++) {
            taps[i] *= gain;
        }
    }

    /** Reads the packets that have arrived; call before every frame, sent or not. */
    void step(long nowNs) {
        long beganNs = nowNs - ns(position);
        originNs = !begun || beganNs - originNs < 0 ? beganNs : originNs;
        begun = true;
        for (int i = 1; i <= frameSamples; i++) {
            ring[slot(position - i)] = 0;
        }
        int arrived = arrivals.size();
        for (; next < arrived; next++) {
            int samples = decoder.decode(next, pcm);
            if (samples > 0) {
                place(next, samples);
            }
        }
    }

    /** Adds the echo to one frame. */
    void addTo(short[] frame) {
        int from = slot(position);
        for (int i = 0; i < frameSamples; i++) {
            int sum = frame[i] + Math.round(ring[from + i & RING - 1]);
            frame[i] = (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, sum));
        }
    }

    /** Moves to the next frame; call after every frame, sent or not. */
    void advance() {
        position += frameSamples;
    }

    private long ns(long samples) {
        return samples * (NS_PER_SECOND / sampleRateHz);
    }

    private void place(int packet, int samples) {
        long at = anchored ? anchorPosition + sinceAnchor(packet) : -1;
        late = at < position ? late + 1 : 0;
        boolean apart = arrivals.ssrc(packet) != anchorSsrc || at + samples > position + RING / 2;
        if (!anchored || apart || late >= LATE_PACKETS) {
            // Negative when this thread runs behind the packet: the frame of its time is still to be sent.
            long waited = (originNs + ns(position) - arrivals.arrivalNs(packet)) / (NS_PER_SECOND / sampleRateHz);
            at = position + delaySamples - Math.max(-RING / 4, Math.min(frameSamples, waited));
            anchored = true;
            anchorSsrc = arrivals.ssrc(packet);
            anchorTimestamp = arrivals.timestamp(packet);
            anchorPosition = at;
            late = 0;
        }
        for (int i = (int) Math.max(0, position - at); i < samples; i++) {
            for (int tap = 0; tap < taps.length; tap++) {
                ring[slot(at + i + tap * tapSpacing)] += taps[tap] * pcm[i];
            }
        }
    }

    private long sinceAnchor(int packet) {
        long timestamps = arrivals.timestamp(packet) - anchorTimestamp;
        return timestamps * sampleRateHz / TIMESTAMPS_PER_SECOND;
    }

    private static int slot(long at) {
        return (int) (at & RING - 1);
    }
}
