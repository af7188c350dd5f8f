package io.sidetone.transport.dialect;

import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;

/** Decides who may connect to a dialect, before the upgrade. Event loops; never blocks. */
public interface UpgradeGate {
    /** Returns why this connection may not be, or null if it may. */
    WsDecision.Refuse refusal(WsHandshake handshake);

    /** Returns the path of the connection without what only the gate reads. */
    String path(WsHandshake handshake);
}
