package io.sidetone.tools.softphone.measure;

import io.sidetone.audio.wav.Wav;
import io.sidetone.tools.softphone.wire.CallerTrack;
import io.sidetone.tools.softphone.wire.PacketLog;
import io.sidetone.tools.softphone.wire.PlayedSound;

/**
 * Both directions of a call as one sound at the rate of its line: the caller on the left, the agent on the right, as
 * they were on the wire at the caller's end. It begins with the first packet of either side. {@link PacketPlaces}
 * places the agent's packets, so that jitter and pauses of this machine leave no gaps.
 */
public final class StereoRecording {
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
        AgentTrack track = AgentTrack.of(sampleRateHz, agent);
        boolean received = track.pcm().length > 0;
        long originNs;
        if (sent && received) {
            originNs = Math.min(caller.firstNs(), track.firstNs());
        } else if (sent) {
            originNs = caller.firstNs();
        } else {
            originNs = received ? track.firstNs() : 0;
        }
        short[] left = sent ? delayed(caller.pcm(), caller.firstNs() - originNs, sampleRateHz) : new short[0];
        short[] right = received ? delayed(track.pcm(), track.firstNs() - originNs, sampleRateHz) : new short[0];
        return new StereoRecording(Wav.stereo(sampleRateHz, left, right), originNs);
    }

    private static short[] delayed(short[] pcm, long delayNs, int sampleRateHz) {
        int samples = (int) Math.round(delayNs / NS_PER_SECOND * sampleRateHz);
        short[] out = new short[samples + pcm.length];
        System.arraycopy(pcm, 0, out, samples, pcm.length);
        return out;
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
