package io.sidetone.audio.echo;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.filter.RealFft;
import io.sidetone.audio.frame.Level;
import java.util.Arrays;

/**
 * Removes the echo of our audio from the caller's audio where that is useful: delays up to 480 ms, echoes up to 80 ms
 * long.
 *
 * <p>During the search for an echo, frames pass unchanged. Once the delay is certain, the filter learns from the last
 * 320 ms at once and then runs. It stops on lines whose echo is as quiet as their noise. When the delay of the echo
 * changes, it is searched again.
 *
 * <p>One canceller per call, one thread at a time, mono PCM16 frames of 20 ms at 8 or 16 kHz. Near and far frames must
 * stay in step: when the time between a near frame and its far frame changes, the filter begins anew. The search, 22 KB, is
 * allocated when the caller is audible while we speak, and the filter, 8 KB at 8 kHz, when an echo is found. Our audio and its
 * spectra, 95 KB, are kept only while it may come back and the line is not quiet ({@link SpareSpectra}): they are taken from those
 * that other calls of the thread have left, and allocated only where there are none. A spectrum is computed when a search or the
 * filter reads it: on a line that returns nothing audible none is. What is needed only during a frame belongs to the thread
 * ({@link EchoWork}).
 */
public final class EchoCanceller {
    /** Number of frames after the last one sent in which an echo may still return. */
    public static final int FAR_FRAMES = 40;

    private static final int FINDER_FRAMES = 2 * DelayFinder.PARTS;
    private static final int REMEMBERED_FRAMES = 16;

    /** Windows that may be asked for. */
    private static final int RING_FRAMES = FINDER_FRAMES + EchoFilter.SPAN_FRAMES + REMEMBERED_FRAMES;

    /**
     * Number of frames that were sent and that a search reads, or a filter that begins: a window covers three more than the one it ends
     * with.
     */
    public static final int READ_FRAMES = RING_FRAMES + 3;

    /** An echo can be recognized only after our audio of this many frames can be in it. */
    private static final int SHORTEST_SEARCH_FRAMES = 3;

    /** Assumed unknown share of the returned power at first; a smaller value learns slowly. */
    private static final float FIRST_DOUBT = 5f;

    private static final float LEAST_COUPLING = 0.01f;

    /** A line that returns less than −55 dBov while we speak needs no echo cancelling. */
    private static final float WORTH_MEAN_SQUARE = Level.meanSquareOfDbov(-55);

    /** Audio below −60 dBov gives no information about an echo. */
    private static final float AUDIBLE_MEAN_SQUARE = Level.meanSquareOfDbov(-60);

    /** Gain of the output over the input, 1 dB, at which the filter has added that sound. */
    private static final float ADDED = 1.26f;

    /**
     * The filter begins at least so much before the found delay. While a call's first vowel is all that is known, the highest
     * peak may be one pitch period too late; what lies before the first tap is never taken off.
     */
    private static final int BEFORE_MS = 5;

    /** Number of frames by which the filter may begin earlier than found: peaks that look alike are at most two frames apart. */
    private static final int EARLIER_FRAMES = 2;

    /** Residue that an earlier begin has to leave at most, as a share of what the found one leaves. */
    private static final float CLEARLY_LESS = 0.5f;

    private static final int TRIAL_FRAMES = 150;

    /** After a search without result for this long, only one part of each period is searched. */
    private static final int EAGER_FRAMES = 250;

    private static final int PERIOD_FRAMES = 256;
    private static final int AWAKE_FRAMES = 64;

    /** The rest after the filter counts as an echo again at this many times the mean correlation. */
    private static final float CHANGED = 20f;

    /** Below this correlation the caller's audio does not come from ours. */
    private static final float UNLIKE = 10f;

    private final int frameSamples;
    private final RealFft fft;

    /** The last near frames, one after the other. */
    private final short[] heard;

    /** Null while nothing that we sent may come back. */
    private FarSpectra far;

    /** Null until there is something audible to search in: many lines return nothing. */
    private DelayFinder finder;

    // Null until the search has found an echo.
    private EchoFilter filter;
    private EchoRest rest;
    private EchoWork work;
    private int heardNewest;
    private int heardFrames;
    private int sinceSent = FAR_FRAMES;
    private int frames;
    private int searchedFrames;
    private int trialFrames;
    private float loudestEcho;
    private float leftOver;
    private float sentPower;
    private float takenOff;
    private boolean cancelling;
    private boolean unlike;
    private boolean passed;

    /**
     * Creates a canceller for frames at {@code sampleRateHz}: 8,000 or 16,000.
     *
     * @throws IllegalArgumentException for any other rate
     */
    public EchoCanceller(int sampleRateHz) {
        if (sampleRateHz != SampleRate.NARROWBAND_HZ && sampleRateHz != SampleRate.WIDEBAND_HZ) {
            throw new IllegalArgumentException("echo canceller rate " + sampleRateHz
                    + " Hz is not supported; give 8000 or 16000 Hz and resample before");
        }
        frameSamples = SampleRate.frameSamples(sampleRateHz);
        // 64 ms: it holds a part of 40 ms of taps and a frame of 20 ms, and a bin is 15.6 Hz wide at both rates.
        fft = RealFft.of(sampleRateHz * 64 / 1000);
        heard = new short[REMEMBERED_FRAMES * frameSamples];
    }

    /** Takes 20 ms of the far side, mono PCM16 that the caller owns, whose near frame was lost. */
    public void miss(short[] farPcm, int farOff) {
        send(farPcm, farOff);
        heardFrames = 0;
    }

    /**
     * Takes 20 ms of both directions.
     *
     * @param near mono PCM16 from the caller
     * @param farPcm mono PCM16 that we send, null for silence
     * @param out the caller's buffer; receives the near frame without its echo, in PCM16 units
     */
    public void process(short[] near, int nearOff, short[] farPcm, int farOff, float[] out) {
        send(farPcm, farOff);
        unlike = false;
        if (cancelling && active()) {
            hear(near, nearOff);
            filter.run(far, 0, near, nearOff, out);
            passed = false;
            rest.measure();
            float heardMeanSquare = Level.meanSquare(near, nearOff, frameSamples);
            if (filter.errorMeanSquare() > ADDED * heardMeanSquare + AUDIBLE_MEAN_SQUARE) {
                // The echo has gone or moved: the filter subtracts sound that is not there.
                pass(near, nearOff, out);
                rest.unknown();
            }
            follow();
            return;
        }
        pass(near, nearOff, out);
        if (far == null) {
            hear(near, nearOff);
        } else if (far.known() > FINDER_FRAMES) {
            hear(near, nearOff);
            search(near, nearOff);
        }
    }

    /**
     * Takes 20 ms of the far side whose near frame is too quiet for anything to be found in it, while no filter runs
     * ({@link #runsWith}): it passes as it is. {@link #wasQuiet} tells later of how many there were.
     */
    public void sentIntoQuiet(short[] farPcm, int farOff) {
        send(farPcm, farOff);
        unlike = false;
        passed = true;
        if (far != null && far.known() > FINDER_FRAMES) {
            searches();
        }
    }

    /** The last {@code frames} near frames were too quiet for anything to be found in them. */
    public void wasQuiet(int frames) {
        int inStep = far == null ? frames : Math.min(frames, far.known() - FINDER_FRAMES);
        for (int i = Math.min(inStep, REMEMBERED_FRAMES); i > 0; i--) {
            int at = nextHeard();
            Arrays.fill(heard, at, at + frameSamples, (short) 0);
        }
    }

    /**
     * So many frames went by before those that follow, {@code sounds} of them with sound, while the near frames were too quiet for
     * anything to be found in them. They are too old to be read. Each with sound counts as one that was searched, however faint it was.
     */
    public void sentUnheard(int count, int sounds) {
        frames += count;
        searchedFrames += sounds;
    }

    /** No echo of what was sent may return any more. */
    public void echoOver() {
        if (active()) {
            sinceSent = FAR_FRAMES;
            nothingReturns();
        }
    }

    /** Returns whether the filter runs in a frame in which {@code farPcm} is sent; null is silence. */
    public boolean runsWith(short[] farPcm) {
        return cancelling && (farPcm != null || sinceSent + 1 < FAR_FRAMES);
    }

    private void pass(short[] near, int off, float[] out) {
        passed = true;
        for (int i = 0; i < frameSamples; i++) {
            out[i] = near[off + i];
        }
    }

    private void send(short[] pcm, int off) {
        boolean wasActive = active();
        sinceSent = pcm == null ? Math.min(sinceSent + 1, FAR_FRAMES) : 0;
        if (!active()) {
            if (wasActive) {
                nothingReturns();
            }
            return;
        }
        if (far == null) {
            far = SpareSpectra.ofThread().take(frameSamples, fft, RING_FRAMES);
        }
        boolean awake = searchedFrames < EAGER_FRAMES || frames % PERIOD_FRAMES < AWAKE_FRAMES;
        frames++;
        if (cancelling || awake) {
            far.send(pcm, off);
        } else {
            far.skip(pcm, off);
            heardFrames = 0;
        }
    }

    private void nothingReturns() {
        if (far != null) {
            forgetFar();
        }
        heardFrames = 0;
    }

    private void forgetFar() {
        SpareSpectra.ofThread().give(far);
        far = null;
    }

    private void hear(short[] near, int off) {
        System.arraycopy(near, off, heard, nextHeard(), frameSamples);
    }

    /** Returns where the next near frame is kept. */
    private int nextHeard() {
        heardNewest = (heardNewest + 1) % REMEMBERED_FRAMES;
        heardFrames = Math.min(heardFrames + 1, REMEMBERED_FRAMES);
        return heardNewest * frameSamples;
    }

    /** Returns where a near frame is kept. */
    private int heardAt(int framesAgo) {
        return (heardNewest - framesAgo + REMEMBERED_FRAMES) % REMEMBERED_FRAMES * frameSamples;
    }

    /** Counts a frame of the search; false while what we send is not loud enough for one. */
    private boolean searches() {
        boolean loud = far.loud(SHORTEST_SEARCH_FRAMES);
        searchedFrames += loud ? 1 : 0;
        return loud;
    }

    private void search(short[] near, int off) {
        if (!searches() || Level.meanSquare(near, off, frameSamples) < AUDIBLE_MEAN_SQUARE) {
            return;
        }
        if (finder == null) {
            finder = new DelayFinder(fft, frameSamples);
        }
        work = EchoWork.ofThread(work, fft);
        float[] block = work.block;
        Arrays.fill(block, 0, block.length - frameSamples, 0f);
        for (int i = 0; i < frameSamples; i++) {
            block[block.length - frameSamples + i] = near[off + i];
        }
        fft.forward(block, work.nearRe, work.nearIm);
        if (finder.add(far, work.nearRe, work.nearIm) && finder.certain()) {
            begin(finder.begin());
        } else {
            unlike = finder.clarity() < UNLIKE;
        }
    }

    /** Starts the filter with the recent frames: the delay is certain. */
    private void begin(int lag) {
        int delay = Math.max(0, (lag - frameSamples * BEFORE_MS / SampleRate.FRAME_MS) / frameSamples);
        float nearEnergy = 0;
        float coupling = LEAST_COUPLING;
        for (int ago = heardFrames - 1; ago >= 0; ago--) {
            float nearPower = Level.meanSquare(heard, heardAt(ago), frameSamples);
            nearEnergy += nearPower;
            if (far.loud(ago + delay)) {
                coupling = Math.max(coupling, nearPower * fft.size() / far.energy(ago + delay));
            }
        }
        finder.reset();
        if (nearEnergy < WORTH_MEAN_SQUARE * heardFrames) {
            return;
        }
        if (filter == null) {
            filter = new EchoFilter(frameSamples, fft);
            rest = new EchoRest(filter);
        }
        filterFrom(delay, FIRST_DOUBT * Math.min(1, coupling));
        rest.begin();
        cancelling = true;
        trialFrames = 0;
        loudestEcho = 0;
        leftOver = 0;
        sentPower = 0;
        takenOff = 0;
    }

    /**
     * Starts the filter at {@code delay}, or up to {@link #EARLIER_FRAMES} before it where that leaves clearly less of the recent frames.
     * Within one vowel each pitch period looks like the one before, so the highest peak may be several periods too late.
     */
    private void filterFrom(int delay, float coupling) {
        int best = delay;
        int last = delay;
        float least = learnRecent(delay, coupling);
        for (int earlier = delay - 1; earlier >= Math.max(0, delay - EARLIER_FRAMES); earlier--) {
            last = earlier;
            float left = learnRecent(earlier, coupling);
            if (left < CLEARLY_LESS * least) {
                best = earlier;
                least = left;
            }
        }
        if (last != best) {
            learnRecent(best, coupling);
        }
    }

    /** Has the filter learn the recent frames anew with {@code delay}; returns the power that it leaves of the second half of them. */
    private float learnRecent(int delay, float coupling) {
        filter.begin(delay, coupling);
        float left = 0;
        for (int ago = heardFrames - 1; ago >= 0; ago--) {
            filter.run(far, ago, heard, heardAt(ago), null);
            left += ago < heardFrames / 2 ? filter.errorMeanSquare() : 0;
        }
        return left;
    }

    /** Checks a running filter: whether the path has changed, and whether the filter is still useful. */
    private void follow() {
        if (!far.loud(SHORTEST_SEARCH_FRAMES)) {
            return;
        }
        trialFrames++;
        loudestEcho = Math.max(loudestEcho, filter.echoMeanSquare());
        if (trialFrames == TRIAL_FRAMES) {
            trialFrames = 0;
            if (loudestEcho < WORTH_MEAN_SQUARE) {
                cancelling = false;
                searchedFrames = EAGER_FRAMES;
                finder.reset();
                return;
            }
            loudestEcho = 0;
        }
        leftOver += filter.errorMeanSquare();
        takenOff += filter.echoMeanSquare();
        sentPower += far.energy(filter.delayFrames()) / fft.size();
        // Every second frame is enough to notice a change within 200 ms, at half the cost.
        if (frames % 2 != 0 || !finder.add(far, filter.errorRe(), filter.errorIm())) {
            return;
        }
        if (finder.clarity() >= CHANGED) {
            int first = filter.delayFrames() * frameSamples;
            boolean inReach = finder.lag() >= first && finder.lag() < first + filter.spanSamples() - frameSamples;
            filter.doubt(Math.min(1, leftOver / (sentPower + 1)));
            // A filter that removes most of the returned sound stays, even with a peak at the pitch of our own voice.
            if (!inReach && finder.certain() && leftOver > 0.5f * takenOff) {
                begin(finder.begin());
            }
        }
        leftOver = 0;
        sentPower = 0;
        takenOff = 0;
    }

    /** Returns whether an echo may return in this frame. */
    public boolean active() {
        return sinceSent < FAR_FRAMES;
    }

    /** Returns whether the last frame went through the filter. */
    public boolean cancelling() {
        return cancelling && active();
    }

    /** Returns whether the last frame came out as it went in. */
    public boolean passed() {
        return passed;
    }

    /** Returns whether the last frame was searched and contains nothing of our audio. */
    public boolean unlike() {
        return unlike;
    }

    /** Returns the delay of the filter's first tap, in frames of 20 ms. */
    public int delayFrames() {
        return filter == null ? 0 : filter.delayFrames();
    }

    /**
     * Returns for each band the share of the last frame that may still be echo, as a power ratio; it may exceed 1. Six
     * bands: 80–250, 250–500, 500–1000, 1000–2000, 2000–3000 and 3000–4000 Hz. Valid until the next frame, while {@link
     * #cancelling}.
     */
    public float[] echoShares() {
        return rest.shares();
    }

    /** Resets the canceller to the state of a new one. */
    public void reset() {
        if (far != null) {
            forgetFar();
        }
        if (finder != null) {
            finder.reset();
        }
        heardFrames = 0;
        sinceSent = FAR_FRAMES;
        frames = 0;
        searchedFrames = 0;
        cancelling = false;
        unlike = false;
    }
}
