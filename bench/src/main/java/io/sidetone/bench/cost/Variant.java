package io.sidetone.bench.cost;

/** One of several codes that are timed against each other, in frames of 20 ms. */
abstract class Variant {
    private final String name;
    private final Variant reference;
    private final int framesPerSample;

    /**
     * Creates a variant.
     *
     * @param reference the variant by whose time its time is divided, measured in the same rounds; null for none
     * @param framesPerSample frames between two readings of the clock, a multiple of {@link Sounds#FRAMES}
     */
    Variant(String name, Variant reference, int framesPerSample) {
        this.name = name;
        this.reference = reference;
        this.framesPerSample = framesPerSample;
    }

    String title() {
        return name;
    }

    Variant reference() {
        return reference;
    }

    int framesPerSample() {
        return framesPerSample;
    }

    /** Processes {@link Sounds#FRAMES} frames; the result prevents the compiler from removing the work. */
    abstract long second();
}
