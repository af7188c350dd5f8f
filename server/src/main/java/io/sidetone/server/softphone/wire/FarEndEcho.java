package io.sidetone.server.softphone.wire;

import io.sidetone.audio.SampleRate;

/**
 * A telephone whose loudspeaker is heard by its microphone: what was received is coupled into what is sent, lower and later,
 * with a tail of a few milliseconds.
 *
 * <p>Sounds stand where their timestamps put them, so the delay is the same throughout a talk, whatever the network does to
 * single packets; a packet that comes too late for its place is not echoed. The first packet stands where its arrival puts it
 * among the frames by their deadlines, so a sending thread that is late, or makes up for lost time, changes no delay. The
 * sending thread; nothing is allocated per packet.
 */
public final class FarEndEcho {
    private static final int TIMESTAMPS_PER_SECOND = 8_000;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /** Power of two; at 16 kHz two seconds, four times the longest delay. */
    private static final int RING = 32_768;

    /** A peer whose packets have all been late for so long, a second, has moved its clock; a machine that stalls has not. */
    private static final int LATE_PACKETS = 50;

    /** Reflections after the first one: half its height, falling to 1/e in 1.5 ms, 6 ms long. */
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

    /** The position of the frame that is sent now; positions count samples since the first one. */
    private long position;

    /** When the frame at position 0 was due: what the frame sent with the least delay says. */
    private long originNs;

    private boolean begun;
    private int next;
    private int late;
    private boolean anchored;
    private int anchorSsrc;
    private int anchorTimestamp;
    private long anchorPosition;

    /**
     * Creates the echo of what is in {@code arrivals} or will be.
     *
     * @param sampleRateHz of what is sent
     * @param lossDb how much lower noise without a color comes back
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

    /** Takes what has arrived by now; before every frame, sent or not. */
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

    /** The frame is over, sent or not. */
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
            // Negative when this thread is behind the packet: the frame of its time is still to be sent.
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
