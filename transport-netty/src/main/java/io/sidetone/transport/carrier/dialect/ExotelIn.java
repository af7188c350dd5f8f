package io.sidetone.transport.carrier.dialect;

import io.sidetone.transport.carrier.CarrierEvent;
import io.sidetone.transport.carrier.CarrierIn;
import io.sidetone.transport.carrier.CarrierStart;
import io.sidetone.transport.carrier.MediaFormats;
import io.sidetone.transport.carrier.wire.BadMessageException;
import io.sidetone.transport.carrier.wire.ControlMessage;
import io.sidetone.transport.stream.StreamFormat;

/** Reads Exotel AgentStream: 16-bit samples, little-endian, about 100 ms per message. */
public final class ExotelIn implements CarrierIn {
    static final String ID = "stream_sid";

    @Override
    public CarrierEvent event(String name) {
        return CarrierEvent.classic(name);
    }

    @Override
    public CarrierStart start(ControlMessage message) throws BadMessageException {
        String top = message.text(ID);
        String encoding = message.text("start", "media_format", "encoding");
        StreamFormat format = MediaFormats.of(
                encoding.isEmpty() || encoding.equals("base64") ? "audio/x-raw" : encoding,
                message.number(8_000, "start", "media_format", "sample_rate"),
                StreamFormat.Encoding.L16_LE);
        return new CarrierStart(
                CarrierStart.id("start.stream_sid", top.isEmpty() ? message.text("start", ID) : top),
                CarrierStart.id("start.call_sid", message.text("start", "call_sid")),
                message.text("start", "from"),
                message.text("start", "to"),
                message.pairs("start", "custom_parameters"),
                format,
                format);
    }
}
