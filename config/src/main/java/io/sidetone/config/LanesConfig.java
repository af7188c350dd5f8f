package io.sidetone.config;

import io.sidetone.core.lane.WaitKind;

/**
 * Threads that run the calls.
 *
 * @param count how many
 * @param waitKind how an idle lane waits
 */
public record LanesConfig(int count, WaitKind waitKind) {}
