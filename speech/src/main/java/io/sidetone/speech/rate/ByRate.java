package io.sidetone.speech.rate;

import io.sidetone.audio.SampleRate;
import java.util.function.Supplier;

/** Two engines that differ in their rate; the second is made when a call wants it first. Thread-safe. */
final class ByRate<E> {
    private final E narrow;
    private final Supplier<E> maker;
    private E wide;

    ByRate(E narrow, Supplier<E> maker) {
        this.narrow = narrow;
        this.maker = maker;
    }

    E narrow() {
        return narrow;
    }

    E forMedia(int mediaRateHz) {
        return mediaRateHz <= SampleRate.NARROWBAND_HZ ? narrow : wide();
    }

    private synchronized E wide() {
        if (wide == null) {
            wide = maker.get();
        }
        return wide;
    }
}
