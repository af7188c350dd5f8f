package io.sidetone.core.lane;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.fence.Token;

/**
 * One 20 ms frame on its way out: preallocated, reused, written by the lane and read by one event loop.
 *
 * <p>Public fields because both sides touch every one of them once per frame; ownership passes with the ring's
 * sequence.
 */
public final class EgressFrame {
    /** Samples of most frames: where all calls are of the telephone, the frames of a ring need no more, and stay in the caches. */
    private static final int USUAL_SAMPLES = SampleRate.frameSamples(SampleRate.NARROWBAND_HZ);

    /** The call it belongs to. */
    public long handle = CallHandle.NONE;

    /** Thing that the far end is to do; the fields below {@link #token} belong to {@link EgressKind#AUDIO}. */
    public EgressKind kind = EgressKind.AUDIO;

    /** The turn that caused it; for a {@link EgressKind#FLUSH} the last token that is dead; or {@link Token#UNFENCED} for codec silence. */
    public long token = Token.UNFENCED;

    /**
     * Number of this frame since the call was answered, counting frames that were skipped: the RTP timestamp advances
     * with it.
     */
    public long mediaIndex;

    /** Position of the frame's first sample within its turn, in ms. */
    public long turnPositionMs;

    /** Time at which the frame was due, in the lane's monotonic time. */
    public long dueNs;

    /** On the last frame before the silence of a yield: when that yield was decided; 0 on every other frame. */
    public long yieldNs;

    /** First frame after a pause of the stream: start of a talkspurt (RTP marker bit). */
    public boolean marker;

    /** The frame is silent: {@link #pcm} is not written then, and the encoder uses its silence code. */
    public boolean silence;

    /** Rate of {@link #pcm}. */
    public int sampleRateHz = SampleRate.NARROWBAND_HZ;

    /** Samples in {@link #pcm}. */
    public int samples;

    /** PCM16 mono; as long as the longest frame that it ever had {@link #room} for. */
    public short[] pcm = new short[USUAL_SAMPLES];

    /** Makes room for so many samples; what was in it is gone. The lane that has claimed the frame. */
    public void room(int count) {
        if (pcm.length < count) {
            pcm = new short[count];
        }
    }
}
