package io.sidetone.transport.carrier.dialect;

import io.sidetone.transport.carrier.CarrierOut;
import io.sidetone.transport.carrier.CarrierStart;
import io.sidetone.transport.carrier.MarkLedger;
import io.sidetone.transport.ws.WsOutput;

/** Writes Twilio Media Streams. When the socket is closed, the call continues with the next verb of the answer. */
public final class TwilioOut extends CarrierOut {
    public TwilioOut(CarrierStart start, WsOutput output, MarkLedger marks, int leadMs) {
        this(new ClassicMessages(TwilioIn.ID, start.streamId()), output, marks, leadMs);
    }

    private TwilioOut(ClassicMessages messages, WsOutput output, MarkLedger marks, int leadMs) {
        super(output, marks, lead(leadMs), messages.media(), messages.mark(), messages.clear());
    }
}
