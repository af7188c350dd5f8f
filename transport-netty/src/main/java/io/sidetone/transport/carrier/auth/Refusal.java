package io.sidetone.transport.carrier.auth;

/**
 * Why the server refuses a carrier's request.
 *
 * @param status 401 for a missing or wrong password or token, else 403
 * @param detail remedy
 */
public record Refusal(int status, String detail) {
    /** The configuration has no secret for the carrier. */
    static Refusal notConfigured(String key) {
        return new Refusal(
                403, "without " + key + " only loopback is served; set it to what the carrier signs or sends");
    }
}
