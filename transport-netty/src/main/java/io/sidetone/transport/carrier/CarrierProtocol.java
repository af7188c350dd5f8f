package io.sidetone.transport.carrier;

import io.sidetone.transport.carrier.auth.CarrierGate;
import io.sidetone.transport.carrier.auth.CarrierRequest;
import io.sidetone.transport.carrier.auth.Refusal;
import io.sidetone.transport.carrier.auth.StreamTicket;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProtocol;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Lets a carrier's streams in: the signature or token is checked before the upgrade. */
public final class CarrierProtocol implements WsProtocol {
    /** Placeholder of the path that names an agent, where a path has one. */
    public static final String AGENT = "agent";

    /** Carriers speak first, and at once. */
    private static final int FIRST_MESSAGE_MS = 10_000;

    private final CarrierDialect dialect;
    private final CarrierGate gate;
    private final StreamCallHandle.Desk calls;
    private final CarrierCounters counters;
    private final LongSupplier epochSeconds;

    /**
     * Creates the door of one dialect.
     *
     * @param gate knows the carrier
     * @param calls opens calls
     * @param epochSeconds wall time
     */
    public CarrierProtocol(
            CarrierDialect dialect,
            CarrierGate gate,
            StreamCallHandle.Desk calls,
            CarrierCounters counters,
            LongSupplier epochSeconds) {
        this.dialect = dialect;
        this.gate = gate;
        this.calls = calls;
        this.counters = counters;
        this.epochSeconds = epochSeconds;
    }

    @Override
    public WsDecision admit(WsHandshake handshake) {
        Function<String, String> header = handshake::header;
        CarrierRequest request = new CarrierRequest(
                "GET",
                handshake.target(),
                handshake.path(),
                handshake.query(),
                Map.of(),
                new byte[0],
                header,
                CarrierRequest.local(handshake.direct(), handshake.header("Host")));
        Refusal refusal = gate.upgrade(request, epochSeconds.getAsLong());
        if (refusal != null) {
            counters.upgradeRefused();
            return new WsDecision.Refuse(refusal.status(), refusal.detail());
        }
        return new WsDecision.Accept(
                new CarrierSession(
                        dialect,
                        calls,
                        counters,
                        StreamTicket.without(handshake.path()),
                        handshake.parameters().get(AGENT)),
                null,
                dialect.maxMessageBytes(),
                FIRST_MESSAGE_MS);
    }
}
