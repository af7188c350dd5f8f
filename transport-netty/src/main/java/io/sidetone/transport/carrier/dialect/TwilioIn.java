package io.sidetone.transport.carrier.dialect;

import io.sidetone.transport.carrier.CarrierEvent;
import io.sidetone.transport.carrier.CarrierIn;
import io.sidetone.transport.carrier.CarrierStart;
import io.sidetone.transport.carrier.MediaFormats;
import io.sidetone.transport.carrier.wire.BadMessageException;
import io.sidetone.transport.carrier.wire.ControlMessage;
import io.sidetone.transport.stream.StreamFormat;
import java.util.Map;

/** Reads Twilio Media Streams, and SignalWire's, which differ only in formats. */
public final class TwilioIn implements CarrierIn {
    static final String ID = "streamSid";

    private final StreamFormat.Encoding linear;

    /** Creates it; {@code linear} is the meaning of L16 for carriers that have it. */
    public TwilioIn(StreamFormat.Encoding linear) {
        this.linear = linear;
    }

    @Override
    public CarrierEvent event(String name) {
        return CarrierEvent.classic(name);
    }

    @Override
    public CarrierStart start(ControlMessage message) throws BadMessageException {
        String top = message.text(ID);
        String id = CarrierStart.id("start.streamSid", top.isEmpty() ? message.text("start", ID) : top);
        String encoding = message.text("start", "mediaFormat", "encoding");
        StreamFormat format = MediaFormats.of(
                encoding.isEmpty() ? "audio/x-mulaw" : encoding,
                message.number(8_000, "start", "mediaFormat", "sampleRate"),
                linear);
        Map<String, String> parameters = message.pairs("start", "customParameters");
        return new CarrierStart(
                id,
                CarrierStart.id("start.callSid", message.text("start", "callSid")),
                parameters.getOrDefault("from", ""),
                parameters.getOrDefault("to", ""),
                parameters,
                format,
                format);
    }
}
