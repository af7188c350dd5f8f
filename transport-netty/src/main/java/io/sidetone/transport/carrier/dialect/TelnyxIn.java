package io.sidetone.transport.carrier.dialect;

import io.sidetone.transport.carrier.CarrierEvent;
import io.sidetone.transport.carrier.CarrierIn;
import io.sidetone.transport.carrier.CarrierStart;
import io.sidetone.transport.carrier.MediaFormats;
import io.sidetone.transport.carrier.wire.BadMessageException;
import io.sidetone.transport.carrier.wire.ControlMessage;
import io.sidetone.transport.stream.StreamFormat;

/** Reads Telnyx media streaming: audio may arrive out of order, and our audio has a format of its own. */
public final class TelnyxIn implements CarrierIn {
    private final StreamFormat out;
    private final StreamFormat.Encoding linear;

    /**
     * Creates the reader of streams whose output format is {@code out}.
     *
     * @param linear meaning of L16
     */
    public TelnyxIn(StreamFormat out, StreamFormat.Encoding linear) {
        this.out = out;
        this.linear = linear;
    }

    @Override
    public CarrierEvent event(String name) {
        return CarrierEvent.classic(name);
    }

    @Override
    public boolean ordered() {
        return false;
    }

    @Override
    public CarrierStart start(ControlMessage message) throws BadMessageException {
        String encoding = message.text("start", "media_format", "encoding");
        StreamFormat in = MediaFormats.of(
                encoding.isEmpty() ? "PCMU" : encoding,
                message.number(8_000, "start", "media_format", "sample_rate"),
                linear);
        return new CarrierStart(
                CarrierStart.id("stream_id", message.text("stream_id")),
                CarrierStart.id("start.call_control_id", message.text("start", "call_control_id")),
                message.text("start", "from"),
                message.text("start", "to"),
                message.pairs("start", "custom_parameters"),
                in,
                out);
    }
}
