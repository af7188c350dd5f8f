package io.sidetone.transport.carrier.auth;

import io.sidetone.transport.dialect.UpgradeGate;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import java.util.Map;
import java.util.function.LongSupplier;

/** Checks the signature, token or ticket of a carrier's stream before the upgrade. Event loops only. */
public final class CarrierUpgrade implements UpgradeGate {
    private final CarrierGate gate;
    private final LongSupplier epochSeconds;

    /**
     * Creates the gate of one carrier.
     *
     * @param gate authenticates the carrier
     * @param epochSeconds wall time
     */
    public CarrierUpgrade(CarrierGate gate, LongSupplier epochSeconds) {
        this.gate = gate;
        this.epochSeconds = epochSeconds;
    }

    @Override
    public WsDecision.Refuse refusal(WsHandshake handshake) {
        CarrierRequest request = new CarrierRequest(
                "GET",
                handshake.target(),
                handshake.path(),
                handshake.query(),
                Map.of(),
                new byte[0],
                handshake::header,
                CarrierRequest.local(handshake.direct(), handshake.header("Host")));
        Refusal refusal = gate.upgrade(request, epochSeconds.getAsLong());
        return refusal == null ? null : new WsDecision.Refuse(refusal.status(), refusal.detail());
    }

    @Override
    public String path(WsHandshake handshake) {
        return StreamTicket.without(handshake.path());
    }
}
