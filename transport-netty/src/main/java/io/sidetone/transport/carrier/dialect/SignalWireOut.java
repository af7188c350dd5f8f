package io.sidetone.transport.carrier.dialect;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.transport.carrier.CarrierOut;
import io.sidetone.transport.carrier.CarrierStart;
import io.sidetone.transport.carrier.MarkLedger;
import io.sidetone.transport.carrier.wire.MessageTemplate;
import io.sidetone.transport.ws.WsOutput;

/** Writes SignalWire's streams: Twilio's messages, and digits. */
public final class SignalWireOut extends CarrierOut {
    private static final int DONE = 200;

    private final MessageTemplate digit;

    public SignalWireOut(CarrierStart start, WsOutput output, MarkLedger marks, int leadMs) {
        this(new ClassicMessages(TwilioIn.ID, start.streamId()), output, marks, leadMs);
    }

    private SignalWireOut(ClassicMessages messages, WsOutput output, MarkLedger marks, int leadMs) {
        super(output, marks, lead(leadMs), messages.media(), messages.mark(), messages.clear());
        this.digit = messages.digit();
    }

    /** Sends one message for each digit; the carrier plays them one after the other. */
    @Override
    public void sendDigits(ControlRequest request, ControlProgress progress) {
        for (int i = 0; i < request.argument().length(); i++) {
            String key = request.argument().substring(i, i + 1);
            ByteBuf message = output.buffer(digit.textBound(key));
            digit.text(key, message);
            output.text(message);
        }
        progress.progress(request, DONE, true);
    }
}
