package io.sidetone.core.call.life;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;

/**
 * Sound of the party at the other end of a bridge, on its way to ours: the frames of another call wait here for their tick.
 *
 * <p>Two clocks meet here. Two frames are gathered before the first is sent, and again after a gap; beyond six the oldest is
 * dropped. Lane thread only; nothing is allocated after the first frame of a rate.
 */
final class BridgedAudio implements FrameSource {
    /** Frames that are gathered before the first one is sent. */
    static final int GATHERED = 2;

    /** Frames that may wait; the way takes no longer than 120 ms. */
    static final int CAPACITY = 6;

    /** A resampler may give a few samples more than its rate says. */
    private static final int MARGIN = 8;

    private final int mediaRateHz;
    private final LaneMetrics metrics;
    private final short[][] frames = new short[CAPACITY][SampleRate.MAX_FRAME_SAMPLES + MARGIN];
    private final int[] samples = new int[CAPACITY];
    private Resampler resampler;
    private int first;
    private int waiting;
    private boolean flowing;

    /** Creates the way to a line of {@code mediaRateHz}. */
    BridgedAudio(int mediaRateHz, LaneMetrics metrics) {
        this.mediaRateHz = mediaRateHz;
        this.metrics = metrics;
    }

    /** Takes a frame of the other call; {@code event.b()} is its rate in Hz. */
    void take(LaneEvent event) {
        int rateHz = (int) event.b();
        if (resampler == null || resampler.inputRateHz() != rateHz) {
            resampler = Resamplers.create(rateHz, mediaRateHz);
        }
        if (waiting == CAPACITY) {
            first = (first + 1) % CAPACITY;
            waiting--;
            metrics.increment(LaneCounter.BRIDGED_DROPPED);
        }
        int last = (first + waiting) % CAPACITY;
        samples[last] = resampler.process(event.pcm(), 0, event.samples(), frames[last], 0);
        waiting++;
    }

    @Override
    public void next(EgressFrame frame) {
        flowing = flowing ? waiting > 0 : waiting >= GATHERED;
        frame.samples = 0;
        if (flowing) {
            frame.samples = Math.min(samples[first], SampleRate.frameSamples(mediaRateHz));
            System.arraycopy(frames[first], 0, frame.pcm, 0, frame.samples);
            first = (first + 1) % CAPACITY;
            waiting--;
        }
    }
}
