package io.sidetone.bench.scale;

/**
 * Memory of one call, in KB of 1,000 bytes, beyond what the idle server has.
 *
 * @param speakingKb while callers speak for two seconds in seven and are answered: objects alive on the heap, after a collection
 * @param quietKb the same while callers and agents are silent; NaN where it was not measured
 * @param residentKb of the process as the system sees it, beyond what it had before its first call; NaN where the heap tells
 */
record Memory(double speakingKb, double quietKb, double residentKb) {
    /** Nothing was measured. */
    static final Memory NONE = new Memory(Double.NaN, Double.NaN, Double.NaN);
}
