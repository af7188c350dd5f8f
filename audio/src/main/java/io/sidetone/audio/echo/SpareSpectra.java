package io.sidetone.audio.echo;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.filter.RealFft;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Room for spectra that nobody uses now: a call has some only while our audio may come back to it, and most calls listen most of the
 * time. One store for each thread, of up to {@value #MOST} for each rate; what is more is garbage.
 */
final class SpareSpectra {
    /** Calls of a thread begin to speak and end in turns: this many make up for chance. */
    static final int MOST = 32;

    private static final ThreadLocal<SpareSpectra> OF_THREAD = ThreadLocal.withInitial(SpareSpectra::new);

    private final Deque<FarSpectra> narrow = new ArrayDeque<>(MOST);
    private final Deque<FarSpectra> wide = new ArrayDeque<>(MOST);

    SpareSpectra() {}

    /** Returns those of this thread. */
    static SpareSpectra ofThread() {
        return OF_THREAD.get();
    }

    private Deque<FarSpectra> of(int frameSamples) {
        return frameSamples == SampleRate.frameSamples(SampleRate.WIDEBAND_HZ) ? wide : narrow;
    }

    /** Returns room without any audio in it; {@code fft} computes the spectra. Allocates where there is none to spare. */
    FarSpectra take(int frameSamples, RealFft fft, int frames) {
        FarSpectra spare = of(frameSamples).pollLast();
        return spare == null ? new FarSpectra(frameSamples, fft, frames) : spare;
    }

    /** Takes room back and clears it. Its last owner may not use it any more. */
    void give(FarSpectra unused) {
        Deque<FarSpectra> spare = of(unused.frameSamples());
        if (spare.size() < MOST) {
            unused.reset();
            spare.addLast(unused);
        }
    }
}
