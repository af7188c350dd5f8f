package io.sidetone.bench.cost;

/** One of several codes that are timed against each other, in frames of 20 ms. */
abstract class Variant {
    private final String name;
    private final Variant reference;
    private final int framesPerSample;
    private double most = Double.NaN;
    private double wanted = Double.NaN;

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

    /** Sets how many times the reference's time it may take, and how many are wanted, without allocating anything. */
    Variant atMost(double times, double wantedTimes) {
        this.most = times;
        this.wanted = wantedTimes;
        return this;
    }

    /** The limit, or not a number when there is none. */
    double most() {
        return most;
    }

    double wanted() {
        return wanted;
    }

    /** Processes {@link Sounds#FRAMES} frames; the result prevents the compiler from removing the work. */
    abstract long second();
}
