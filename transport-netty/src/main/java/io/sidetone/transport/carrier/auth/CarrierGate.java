package io.sidetone.transport.carrier.auth;

/** Authenticates a carrier by what it signs or sends. Event loop; must not block. */
public interface CarrierGate {
    /**
     * Checks the upgrade of a media stream.
     *
     * @param epochSeconds wall time
     * @return the refusal, or null if the request may pass
     */
    Refusal upgrade(CarrierRequest request, long epochSeconds);

    /** Checks a webhook, in the same way as {@link #upgrade}. */
    Refusal webhook(CarrierRequest request, long epochSeconds);

    /** Returns whether the configuration has a secret for the carrier's streams; without one only this machine may connect. */
    boolean knowsStreams();

    /** Returns whether the configuration has a secret for the carrier's webhooks; without one only this machine may connect. */
    boolean knowsWebhooks();
}
