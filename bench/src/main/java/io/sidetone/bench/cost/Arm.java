package io.sidetone.bench.cost;

/** One of several codes that are timed against each other, in frames of 20 ms. */
abstract class Arm {
    private final String name;
    private final Arm reference;
    private final int framesPerSample;

    /**
     * Creates an arm.
     *
     * @param reference the arm by whose time its time is divided, measured in the same rounds; null for none
     * @param framesPerSample frames between two readings of the clock, a multiple of {@link Sounds#FRAMES}
     */
    Arm(String name, Arm reference, int framesPerSample) {
        this.name = name;
        this.reference = reference;
        this.framesPerSample = framesPerSample;
    }

    String title() {
        return name;
    }

    Arm reference() {
        return reference;
    }

    int framesPerSample() {
        return framesPerSample;
    }

    /** Processes {@link Sounds#FRAMES} frames; the result prevents the compiler from removing the work. */
    abstract long second();
}
