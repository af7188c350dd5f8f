package io.sidetone.tools.scenario.run;

/**
 * Something that the caller did.
 *
 * @param step number of the step, from 0
 * @param beginNs when it began
 * @param endNs when its sound or its last key ended
 */
public record CompletedStep(int step, long beginNs, long endNs) {}
