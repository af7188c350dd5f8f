package io.sidetone.audio.echo;

import io.sidetone.audio.filter.RealFft;
import io.sidetone.audio.frame.Level;
import java.util.Arrays;

/**
 * Spectra of the audio that we sent: one for the window that ends with each of the last frames, the newest first. The audio is kept as
 * it was, and a spectrum is computed when somebody asks for it first, with the same bits whenever that is. There is
 * room for those that a search and a filter read frame by frame. Older ones are read once when a filter begins; they take the room of
 * others, which are computed again.
 */
final class FarSpectra {
    /** Audio below about −50 dBov is not used for the search: its echo is too quiet. */
    private static final float LOUD_MEAN_SQUARE = 10_000f;

    /** A search asks for windows up to 22 frames back, a filter for windows up to 25 frames back. */
    private static final int SPECTRA = 2 * DelayFinder.PARTS + 2;

    private static final long NOTHING = -1;

    private final int frameSamples;
    private final int windowSamples;
    private final RealFft fft;

    /** Frames that a window covers, the first of them in part. */
    private final int windowFrames;

    /** Frames whose windows may be asked for, and those before them in the oldest window. */
    private final short[][] sent;

    /** Sums of squares of each frame, and of its end that is in the oldest window it is part of. */
    private final long[] squares;

    private final long[] squaresOfEnd;

    /** Number of the frame that each spectrum ends with; {@link #NOTHING} where none is. */
    private final long[] spectrumOf = new long[SPECTRA];

    private final float[] power = new float[SPECTRA];
    private final int frames;

    // What takes room; null until somebody asks for a spectrum.
    private float[][] re;
    private float[][] im;
    private float[][] whitening;

    private EchoWork work;

    /** Number of the frame that was sent last. */
    private long newest;

    private int newestSent;
    private int known;

    FarSpectra(int frameSamples, RealFft fft, int frames) {
        this.frameSamples = frameSamples;
        this.windowSamples = fft.size();
        this.fft = fft;
        windowFrames = (windowSamples + frameSamples - 1) / frameSamples;
        sent = new short[frames + windowFrames - 1][frameSamples];
        squares = new long[sent.length];
        squaresOfEnd = new long[sent.length];
        this.frames = frames;
        newest = frames;
        known = frames;
        Arrays.fill(spectrumOf, NOTHING);
    }

    private void open() {
        re = new float[SPECTRA][fft.bins()];
        im = new float[SPECTRA][fft.bins()];
        whitening = new float[SPECTRA][DelayFinder.HIGHEST_BIN];
    }

    /** Returns the length of the frames that it takes, in samples. */
    int frameSamples() {
        return frameSamples;
    }

    /** Takes the frame that is sent now; null means silence. */
    void send(short[] pcm, int off) {
        remember(pcm, off);
        known = Math.min(known + 1, frames);
    }

    /** Takes the frame that is sent now, whose window is not read: the windows before it are too old from now on. */
    void skip(short[] pcm, int off) {
        remember(pcm, off);
        known = 0;
    }

    private void remember(short[] pcm, int off) {
        newest++;
        newestSent = (newestSent + 1) % sent.length;
        short[] frame = sent[newestSent];
        if (pcm == null) {
            Arrays.fill(frame, (short) 0);
            squares[newestSent] = 0;
            squaresOfEnd[newestSent] = 0;
            return;
        }
        System.arraycopy(pcm, off, frame, 0, frameSamples);
        int end = frameSamples - (windowSamples - (windowFrames - 1) * frameSamples);
        squaresOfEnd[newestSent] = Level.squares(frame, end, frameSamples - end);
        squares[newestSent] = squaresOfEnd[newestSent] + Level.squares(frame, 0, end);
    }

    /** Returns how many of the last frames may be looked at. */
    int known() {
        return known;
    }

    /** Returns whether the window that ended {@code framesAgo} contains a voice. */
    boolean loud(int framesAgo) {
        long sum = squaresOfEnd[sentAt(framesAgo + windowFrames - 1)];
        for (int ago = framesAgo; ago < framesAgo + windowFrames - 1; ago++) {
            sum += squares[sentAt(ago)];
        }
        return sum > LOUD_MEAN_SQUARE * windowSamples;
    }

    /** Returns the energy of the window that ended {@code framesAgo}. */
    float energy(int framesAgo) {
        return power[computed(framesAgo)];
    }

    float[] re(int framesAgo) {
        int at = computed(framesAgo);
        return re[at];
    }

    float[] im(int framesAgo) {
        int at = computed(framesAgo);
        return im[at];
    }

    /** Returns weights that flatten the spectrum, as far as a search uses it. */
    float[] whitening(int framesAgo) {
        int at = computed(framesAgo);
        return whitening[at];
    }

    /** Returns where the spectrum of the window that ended {@code framesAgo} is. */
    private int computed(int framesAgo) {
        long frame = newest - framesAgo;
        int at = (int) (frame % SPECTRA);
        if (spectrumOf[at] != frame) {
            compute(framesAgo, at);
            spectrumOf[at] = frame;
        }
        return at;
    }

    private void compute(int framesAgo, int at) {
        if (re == null) {
            open();
        }
        work = EchoWork.ofThread(work, fft);
        float[] window = work.window;
        int filled = windowSamples;
        for (int ago = framesAgo; filled > 0; ago++) {
            short[] frame = sent[sentAt(ago)];
            int from = filled - frameSamples;
            for (int i = Math.max(0, -from); i < frameSamples; i++) {
                window[from + i] = frame[i];
            }
            filled = from;
        }
        fft.forward(window, re[at], im[at]);
        Whitening.weights(re[at], im[at], whitening[at]);
        float sum = 0;
        for (int k = 0; k < re[at].length; k++) {
            sum += re[at][k] * re[at][k] + im[at][k] * im[at][k];
        }
        power[at] = 2 * sum / windowSamples;
    }

    private int sentAt(int framesAgo) {
        int index = newestSent - framesAgo;
        return index < 0 ? index + sent.length : index;
    }

    /** Clears the history, as after silence of its whole length. */
    void reset() {
        for (short[] frame : sent) {
            Arrays.fill(frame, (short) 0);
        }
        Arrays.fill(squares, 0);
        Arrays.fill(squaresOfEnd, 0);
        Arrays.fill(spectrumOf, NOTHING);
        known = frames;
    }
}
