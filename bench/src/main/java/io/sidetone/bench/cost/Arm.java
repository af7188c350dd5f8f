package io.sidetone.bench.cost;

/** One thing to be timed beside others, frame by frame of 20 ms. */
abstract class Arm {
    private final String name;
    private final Arm reference;
    private final int framesPerSample;

    /**
     * Creates an arm.
     *
     * @param reference what its time is divided by, measured in the same rounds; null for none
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

    /** Does {@link Sounds#FRAMES} frames; what comes back keeps the work from being optimized away. */
    abstract long second();
}
