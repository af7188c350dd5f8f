package io.sidetone.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The network that hears all calls beside the lanes.
 *
 * @param model its file; without it there is none
 * @param threads that compute one batch together
 * @param intervalMs how often it looks for what the callers have said
 */
public record SileroConfig(Optional<Path> model, int threads, int intervalMs) {}
