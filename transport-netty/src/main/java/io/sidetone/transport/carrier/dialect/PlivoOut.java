package io.sidetone.transport.carrier.dialect;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.transport.carrier.CarrierOut;
import io.sidetone.transport.carrier.CarrierStart;
import io.sidetone.transport.carrier.MarkLedger;
import io.sidetone.transport.carrier.wire.MessageTemplate;
import io.sidetone.transport.ws.WsOutput;

/** Writes Plivo audio streaming: playAudio, checkpoint, clearAudio, sendDTMF. */
public final class PlivoOut extends CarrierOut {
    private static final int DONE = 200;
    private static final MessageTemplate DIGITS = MessageTemplate.of(out -> {
        out.writeStringField("event", "sendDTMF");
        out.writeStringField("dtmf", MessageTemplate.hole());
    });

    public PlivoOut(CarrierStart start, WsOutput output, MarkLedger marks, int leadMs) {
        super(output, marks, lead(leadMs), play(start), checkpoint(start.streamId()), clear(start.streamId()));
    }

    private static MessageTemplate play(CarrierStart start) {
        return MessageTemplate.of(out -> {
            out.writeStringField("event", "playAudio");
            out.writeObjectFieldStart("media");
            out.writeStringField("contentType", contentType(start.out()));
            out.writeNumberField("sampleRate", start.out().sampleRateHz());
            out.writeStringField("payload", MessageTemplate.hole());
            out.writeEndObject();
        });
    }

    private static MessageTemplate checkpoint(String streamId) {
        return MessageTemplate.of(out -> {
            out.writeStringField("event", "checkpoint");
            out.writeStringField("streamId", streamId);
            out.writeStringField("name", MessageTemplate.hole());
        });
    }

    private static MessageTemplate clear(String streamId) {
        return MessageTemplate.of(out -> {
            out.writeStringField("event", "clearAudio");
            out.writeStringField("streamId", streamId);
        });
    }

    @Override
    public void sendDigits(ControlRequest request, ControlProgress progress) {
        ByteBuf message = output.buffer(DIGITS.textBound(request.argument()));
        DIGITS.text(request.argument(), message);
        output.text(message);
        progress.progress(request, DONE, true);
    }
}
