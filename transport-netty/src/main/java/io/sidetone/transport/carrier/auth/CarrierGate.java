package io.sidetone.transport.carrier.auth;

/** Knows a carrier by what it signs or sends. Event loop; must not block. */
public interface CarrierGate {
    /**
     * Checks the upgrade of a media stream.
     *
     * @param epochSeconds wall time
     * @return why not, or null if it may pass
     */
    Refusal upgrade(CarrierRequest request, long epochSeconds);

    /** Checks a webhook; everything else as {@link #upgrade}. */
    Refusal webhook(CarrierRequest request, long epochSeconds);

    /** Whether the configuration says how to know the carrier's streams; if not, only this machine passes. */
    boolean knowsStreams();

    /** Whether the configuration says how to know the carrier's webhooks; if not, only this machine passes. */
    boolean knowsWebhooks();
}
