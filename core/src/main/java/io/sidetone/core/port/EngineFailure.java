package io.sidetone.core.port;

/**
 * Why an engine could not do what it was asked.
 *
 * @param code short and stable, for metrics: {@code unavailable}, {@code exhausted}, {@code rate_limited}, {@code timeout},
 *     {@code rejected}, {@code broken}
 * @param message in words, with the remedy, for logs and the call record
 * @param retryable whether the same request may succeed later
 * @param retryAfterMs when it may, as the engine said; 0 when it did not say
 * @param requestOnly whether the engine refused this request for what it contains; requests of other calls may be served
 */
public record EngineFailure(String code, String message, boolean retryable, int retryAfterMs, boolean requestOnly) {
    /** The engine was asked too often; the request is made again later. */
    public static final String RATE_LIMITED = "rate_limited";

    /** The engine cannot be reached. */
    public static final String UNAVAILABLE = "unavailable";

    /** A failure that concerns the engine, not one request. */
    public EngineFailure(String code, String message, boolean retryable, int retryAfterMs) {
        this(code, message, retryable, retryAfterMs, false);
    }

    /** A failure whose engine did not say when to try again. */
    public EngineFailure(String code, String message, boolean retryable) {
        this(code, message, retryable, 0);
    }

    /** A request that this engine will never serve, and that says nothing of other requests. */
    public static EngineFailure ofRequest(String code, String message) {
        return new EngineFailure(code, message, false, 0, true);
    }

    /** The same failure in other words. */
    public EngineFailure withMessage(String words) {
        return new EngineFailure(code, words, retryable, retryAfterMs, requestOnly);
    }
}
