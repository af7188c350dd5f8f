package io.sidetone.transport.carrier.dialect;

import io.sidetone.transport.carrier.CarrierOut;
import io.sidetone.transport.carrier.MarkLedger;
import io.sidetone.transport.ws.WsOutput;

/** Writes Telnyx media streaming (mode rtp): messages do not name the stream. */
public final class TelnyxOut extends CarrierOut {
    public TelnyxOut(WsOutput output, MarkLedger marks, int leadMs) {
        this(new ClassicMessages("", ""), output, marks, leadMs);
    }

    private TelnyxOut(ClassicMessages messages, WsOutput output, MarkLedger marks, int leadMs) {
        super(output, marks, lead(leadMs), messages.media(), messages.mark(), messages.clear());
    }
}
