package io.sidetone.core.port;

/**
 * Why an engine could not do what it was asked.
 *
 * @param code short and stable, for metrics: {@code unavailable}, {@code exhausted}, {@code rate_limited}, {@code timeout},
 *     {@code rejected}, {@code broken}
 * @param message in words, with the remedy, for logs and the call record
 * @param retryable whether the same request may succeed later
 */
public record EngineFailure(String code, String message, boolean retryable) {}
