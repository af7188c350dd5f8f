package io.sidetone.transport.carrier.auth;

/**
 * Why a carrier's request is not served.
 *
 * @param status 401 for a missing or wrong password or token, else 403
 * @param detail what to do
 */
public record Refusal(int status, String detail) {
    /** Nobody configured how to know the carrier. */
    static Refusal notConfigured(String key) {
        return new Refusal(
                403, "without " + key + " only loopback is served; set it to what the carrier signs or sends");
    }
}
