package io.sidetone.server.softphone.measure;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.wav.Wav;
import io.sidetone.server.softphone.wire.CallerTrack;
import io.sidetone.server.softphone.wire.PacketLog;
import io.sidetone.server.softphone.wire.PlayedSound;
import java.util.Arrays;

/**
 * Both directions of a call as one sound at 8 kHz: the caller on the left, the agent on the right, as they were on the
 * wire at the caller's end. It begins with the first packet of either side.
 *
 * <p>The agent's first packet stands where it arrived, the following ones where their timestamps put them, so that jitter
 * leaves no scars; when a packet arrives more than {@link #MAX_DRIFT_SAMPLES} away from there, its arrival counts again.
 */
public final class StereoRecording {
    /** 60 ms: what a telephone's jitter buffer takes. */
    static final int MAX_DRIFT_SAMPLES = 480;

    private static final long NS_PER_SAMPLE = 125_000;

    private final Wav wav;
    private final long originNs;

    private StereoRecording(Wav wav, long originNs) {
        this.wav = wav;
        this.originNs = originNs;
    }

    /** Puts a call together. */
    public static StereoRecording of(CallerTrack caller, PacketLog agent) {
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
        short[] left = sent ? delayed(caller.pcm(), samplesAt(caller.firstNs(), originNs)) : new short[0];
        return new StereoRecording(Wav.stereo(SampleRate.NARROWBAND_HZ, left, agentTrack(agent, originNs)), originNs);
    }

    private static short[] delayed(short[] pcm, int samples) {
        short[] out = new short[samples + pcm.length];
        System.arraycopy(pcm, 0, out, samples, pcm.length);
        return out;
    }

    private static short[] agentTrack(PacketLog log, long originNs) {
        short[] track = new short[SampleRate.NARROWBAND_HZ];
        short[] pcm = new short[PacketLog.MAX_PAYLOAD_BYTES];
        int end = 0;
        boolean anchored = false;
        int anchorTimestamp = 0;
        int anchorSample = 0;
        int ssrc = 0;
        for (int i = 0; i < log.size(); i++) {
            int samples = log.decode(i, pcm);
            if (samples == 0) {
                continue;
            }
            int arrived = samplesAt(log.arrivalNs(i), originNs);
            int at = anchorSample + (log.timestamp(i) - anchorTimestamp);
            if (!anchored || log.ssrc(i) != ssrc || Math.abs((long) at - arrived) > MAX_DRIFT_SAMPLES) {
                anchored = true;
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

    private static int samplesAt(long atNs, long originNs) {
        return (int) Math.round((double) (atNs - originNs) / NS_PER_SAMPLE);
    }

    /** Returns the sound: two channels at 8 kHz. */
    public Wav wav() {
        return wav;
    }

    /** Returns when its first sample was on the wire. */
    public long originNs() {
        return originNs;
    }
}
