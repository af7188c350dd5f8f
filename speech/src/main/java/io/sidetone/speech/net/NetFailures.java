package io.sidetone.speech.net;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.ssl.NotSslRecordException;
import io.sidetone.core.port.EngineFailure;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/** Describes network faults of a service as {@link EngineFailure}. */
public final class NetFailures {
    /** The most characters of a service's own words that are passed on. */
    private static final int WORDS = 200;

    private static final int MAX_RETRY_AFTER_S = 600;

    private NetFailures() {}

    /**
     * A status of 400 or more, with the service's explanation: a sentence, or the whole body. Only 401, 402, 403 and
     * 404 concern the engine as a whole (key, credit, model, voice); any other 4xx concerns the content of this
     * request.
     */
    public static EngineFailure status(String service, int status, HttpHeaders headers, String words) {
        String sentence = ServiceWords.of(words);
        String said = "engine " + service + " answered " + status + (sentence.isBlank() ? "" : ": " + clip(sentence));
        return switch (status) {
            case 401, 403 -> new EngineFailure("rejected", said + "; check engines." + service + ".key", false);
            case 402 ->
                new EngineFailure(
                        "rejected", said + "; the account of engines." + service + ".key has no credit left", false);
            case 404 ->
                new EngineFailure("rejected", said + "; check engines." + service + ".url, model and voice", false);
            case 408, 504 -> new EngineFailure("timeout", said, true);
            case 429 ->
                new EngineFailure(
                        EngineFailure.RATE_LIMITED,
                        said + "; the limit of the account of engines." + service + ".key is reached",
                        true,
                        retryAfterMs(headers));
            default ->
                status >= 500
                        ? new EngineFailure(EngineFailure.UNAVAILABLE, said, true, retryAfterMs(headers))
                        : EngineFailure.ofRequest(
                                "rejected", said + "; check engines." + service + ".model, voice and options");
        };
    }

    /** Seconds only (RFC 9110 section 10.2.3); services do not send dates. */
    private static int retryAfterMs(HttpHeaders headers) {
        String after = headers.get("retry-after");
        if (after == null) {
            return 0;
        }
        try {
            double seconds = Double.parseDouble(after.strip());
            return (int) (Math.max(0, Math.min(MAX_RETRY_AFTER_S, seconds)) * 1_000);
        } catch (NumberFormatException aDate) {
            return 0;
        }
    }

    /** An exception of an event loop. */
    public static EngineFailure thrown(String service, Throwable cause) {
        if (cause instanceof NotSslRecordException || cause.getCause() instanceof NotSslRecordException) {
            return new EngineFailure(
                    EngineFailure.UNAVAILABLE,
                    "engine " + service + ": the server speaks no TLS; write ws:// or http:// in engines." + service
                            + ".url, or name another port",
                    false);
        }
        if (cause instanceof SSLException || cause.getCause() instanceof SSLException) {
            return new EngineFailure(
                    EngineFailure.UNAVAILABLE,
                    "engine " + service + ": TLS failed: " + clip(String.valueOf(cause.getMessage()))
                            + "; check engines." + service + ".url, or give its certificate in engines." + service
                            + ".trust",
                    false);
        }
        if (cause instanceof UnknownHostException) {
            return new EngineFailure(
                    EngineFailure.UNAVAILABLE,
                    "engine " + service + ": its host has no address; check engines." + service + ".url and DNS",
                    true);
        }
        if (cause instanceof ConnectException) {
            return new EngineFailure(
                    EngineFailure.UNAVAILABLE,
                    "engine " + service + " cannot be reached: " + clip(String.valueOf(cause.getMessage()))
                            + "; check engines." + service + ".url",
                    true);
        }
        return new EngineFailure(
                EngineFailure.UNAVAILABLE,
                "engine " + service + ": connection lost: " + clip(String.valueOf(cause.getMessage())),
                true);
    }

    /** The service took too long. */
    public static EngineFailure timeout(String service, String what, int ms) {
        return new EngineFailure(
                "timeout", "engine " + service + ": " + what + " took longer than " + ms + " ms", true);
    }

    /** The service closed the connection. */
    public static EngineFailure closed(String service, int code, String reason) {
        return new EngineFailure(
                EngineFailure.UNAVAILABLE,
                "engine " + service + " closed the connection"
                        + (code == 0 ? "" : " with " + code)
                        + (reason.isBlank() ? "" : ": " + clip(reason)),
                true);
    }

    /** The service sent something that its protocol does not define. */
    public static EngineFailure broken(String service, String what) {
        return new EngineFailure("broken", "engine " + service + " " + clip(what), true);
    }

    private static String clip(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() > WORDS ? line.substring(0, WORDS) + "…" : line;
    }
}
