package io.sidetone.bench.soak;

/**
 * The server at one moment of a soak.
 *
 * @param atS seconds since the beginning
 * @param active calls that are up
 * @param heapBytes in use straight after a collection
 * @param residentBytes of the process
 * @param threads of the process
 * @param descriptors open files and sockets of the process
 * @param refused ring events refused so far
 * @param skipped frames skipped so far
 * @param stale frames of an old turn sent so far
 * @param interruptions so far
 */
record Sample(
        double atS,
        double active,
        double heapBytes,
        double residentBytes,
        double threads,
        double descriptors,
        double refused,
        double skipped,
        double stale,
        double interruptions) {}
