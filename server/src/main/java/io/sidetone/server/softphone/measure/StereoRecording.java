package io.sidetone.server.softphone.measure;

import io.sidetone.audio.wav.Wav;
import io.sidetone.server.softphone.wire.AgentDecoder;
import io.sidetone.server.softphone.wire.CallerTrack;
import io.sidetone.server.softphone.wire.PacketLog;
import io.sidetone.server.softphone.wire.PlayedSound;
import java.util.Arrays;

/**
 * Both directions of a call as one sound at the rate of its line: the caller on the left, the agent on the right, as they were on the
 * wire at the caller's end. It begins with the first packet of either side.
 *
 * <p>The agent's first packet stands where it arrived, the following ones where their timestamps put them, so that jitter
 * leaves no scars; when packets arrive more than {@link #MAX_DRIFT_MS} away from there for half a second, their arrival counts
 * again, and at once when it is more than a second: the agent's clock has moved. A machine that stood still has moved no clock.
 */
public final class StereoRecording {
    /** What a telephone's jitter buffer takes. */
    static final int MAX_DRIFT_MS = 60;

    /** So many packets in a row have drifted when a clock has moved. */
    static final int DRIFTED_PACKETS = 25;

    /** That of every codec we speak. */
    private static final int RTP_CLOCK_HZ = 8_000;

    private static final double NS_PER_SECOND = 1e9;

    private final Wav wav;
    private final long originNs;

    private StereoRecording(Wav wav, long originNs) {
        this.wav = wav;
        this.originNs = originNs;
    }

    /** Puts a call on a line of {@code sampleRateHz} together. */
    public static StereoRecording of(int sampleRateHz, CallerTrack caller, PacketLog agent) {
        boolean sent = caller.firstNs() != PlayedSound.NEVER;
        boolean received = agent.size() > 0;
        long originNs;
        if (sent && received) {
            originNs = Math.min(caller.firstNs(), agent.arrivalNs(0));
        } else if (sent) {
            originNs = caller.firstNs();
        } else {
            originNs = received ? agent.arrivalNs(0) : 0;
        }
        short[] left = sent ? delayed(caller.pcm(), samplesAt(caller.firstNs(), originNs, sampleRateHz)) : new short[0];
        return new StereoRecording(Wav.stereo(sampleRateHz, left, agentTrack(sampleRateHz, agent, originNs)), originNs);
    }

    private static short[] delayed(short[] pcm, int samples) {
        short[] out = new short[samples + pcm.length];
        System.arraycopy(pcm, 0, out, samples, pcm.length);
        return out;
    }

    private static short[] agentTrack(int sampleRateHz, PacketLog log, long originNs) {
        AgentDecoder decoder = new AgentDecoder(log, sampleRateHz);
        short[] track = new short[sampleRateHz];
        short[] pcm = new short[AgentDecoder.MAX_SAMPLES];
        int maxDrift = MAX_DRIFT_MS * sampleRateHz / 1_000;
        int end = 0;
        boolean anchored = false;
        int anchorTimestamp = 0;
        int anchorSample = 0;
        int ssrc = 0;
        int drifted = 0;
        for (int i = 0; i < log.size(); i++) {
            int samples = decoder.decode(i, pcm);
            if (samples == 0) {
                continue;
            }
            int arrived = samplesAt(log.arrivalNs(i), originNs, sampleRateHz);
            int at = anchorSample + (log.timestamp(i) - anchorTimestamp) * (sampleRateHz / RTP_CLOCK_HZ);
            long drift = Math.abs((long) at - arrived);
            drifted = drift > maxDrift ? drifted + 1 : 0;
            boolean moved = drift > sampleRateHz || drifted >= DRIFTED_PACKETS;
            if (!anchored || log.ssrc(i) != ssrc || moved) {
                anchored = true;
                drifted = 0;
                ssrc = log.ssrc(i);
                at = arrived;
            }
            anchorTimestamp = log.timestamp(i);
            anchorSample = at;
            int from = Math.max(0, -at);
            if (from < samples) {
                track = at + samples <= track.length ? track : Arrays.copyOf(track, 2 * (at + samples));
                System.arraycopy(pcm, from, track, at + from, samples - from);
                end = Math.max(end, at + samples);
            }
        }
        return Arrays.copyOf(track, end);
    }

    private static int samplesAt(long atNs, long originNs, int sampleRateHz) {
        return (int) Math.round((atNs - originNs) / NS_PER_SECOND * sampleRateHz);
    }

    /** Returns the sound: two channels. */
    public Wav wav() {
        return wav;
    }

    /** Returns when its first sample was on the wire. */
    public long originNs() {
        return originNs;
    }
}
