package io.sidetone.audio.echo;

import io.sidetone.audio.filter.RealFft;
import java.util.Arrays;

/** Spectra of the audio that we sent: one for the window that ends with each of the last frames, the newest first. */
final class FarSpectra {
    /** Audio below about −50 dBov is not used for the search: its echo is too quiet. */
    private static final float LOUD_MEAN_SQUARE = 10_000f;

    private final int frameSamples;
    private final int windowSamples;
    private final RealFft fft;
    private final float[] window;
    private final float[][] re;
    private final float[][] im;
    private final float[][] whitening;
    private final float[] power;
    private int newest;
    private int known;

    FarSpectra(int frameSamples, RealFft fft, int frames) {
        this.frameSamples = frameSamples;
        this.windowSamples = fft.size();
        this.fft = fft;
        window = new float[windowSamples];
        re = new float[frames][fft.bins()];
        im = new float[frames][fft.bins()];
        whitening = new float[frames][fft.bins()];
        power = new float[frames];
        known = frames;
    }

    /** Takes the frame that is sent now; null means silence. */
    void send(short[] pcm, int off) {
        remember(pcm, off);
        newest = (newest + 1) % re.length;
        known = Math.min(known + 1, re.length);
        fft.forward(window, re[newest], im[newest]);
        Whitening.weights(re[newest], im[newest], whitening[newest]);
        float sum = 0;
        for (int k = 0; k < re[newest].length; k++) {
            sum += re[newest][k] * re[newest][k] + im[newest][k] * im[newest][k];
        }
        power[newest] = 2 * sum / windowSamples;
    }

    /** Takes the frame that is sent now without computing its spectrum: the stored spectra are too old from now on. */
    void skip(short[] pcm, int off) {
        remember(pcm, off);
        known = 0;
    }

    private void remember(short[] pcm, int off) {
        int kept = windowSamples - frameSamples;
        System.arraycopy(window, frameSamples, window, 0, kept);
        if (pcm == null) {
            Arrays.fill(window, kept, windowSamples, 0f);
            return;
        }
        for (int i = 0; i < frameSamples; i++) {
            window[kept + i] = pcm[off + i];
        }
    }

    /** Returns how many of the last frames have a spectrum. */
    int known() {
        return known;
    }

    /** Returns the energy of the window that ended {@code framesAgo}. */
    float energy(int framesAgo) {
        return power[at(framesAgo)];
    }

    /** Whether the window that ended {@code framesAgo} contains a voice. */
    boolean loud(int framesAgo) {
        return power[at(framesAgo)] > LOUD_MEAN_SQUARE * windowSamples;
    }

    float[] re(int framesAgo) {
        return re[at(framesAgo)];
    }

    float[] im(int framesAgo) {
        return im[at(framesAgo)];
    }

    /** Returns weights that flatten the spectrum. */
    float[] whitening(int framesAgo) {
        return whitening[at(framesAgo)];
    }

    private int at(int framesAgo) {
        int index = newest - framesAgo;
        return index < 0 ? index + re.length : index;
    }

    /** Clears the history, as after silence of its whole length. */
    void reset() {
        Arrays.fill(window, 0f);
        Arrays.fill(power, 0f);
        for (int i = 0; i < re.length; i++) {
            Arrays.fill(re[i], 0f);
            Arrays.fill(im[i], 0f);
            Arrays.fill(whitening[i], 0f);
        }
        known = re.length;
    }
}
