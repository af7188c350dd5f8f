package io.sidetone.transport.carrier.dialect;

import io.sidetone.transport.carrier.CarrierDialect;
import io.sidetone.transport.carrier.MediaFormats;
import io.sidetone.transport.stream.StreamFormat;

/** The carriers' dialects by name. */
public final class Dialects {
    /** Room for 200 ms of anything, many times over. */
    private static final int MESSAGE_BYTES = 64 << 10;
    /** Exotel and Telnyx allow chunks of 100 kB. */
    private static final int LARGE_MESSAGE_BYTES = 256 << 10;

    private Dialects() {}

    /** Twilio Media Streams. */
    public static CarrierDialect twilio(int leadMs) {
        return new CarrierDialect(
                "twilio",
                new TwilioIn(StreamFormat.Encoding.L16_LE),
                (start, output, marks) -> new TwilioOut(start, output, marks, leadMs),
                MESSAGE_BYTES);
    }

    /** SignalWire's streams. */
    public static CarrierDialect signalWire(int leadMs) {
        return new CarrierDialect(
                "signalwire",
                new TwilioIn(StreamFormat.Encoding.L16_LE),
                (start, output, marks) -> new SignalWireOut(start, output, marks, leadMs),
                MESSAGE_BYTES);
    }

    /**
     * Telnyx media streaming.
     *
     * @param format what it is sent, as our configuration writes it
     * @param bigEndian byte order of L16
     */
    public static CarrierDialect telnyx(int leadMs, String format, boolean bigEndian) {
        StreamFormat.Encoding linear = bigEndian ? StreamFormat.Encoding.L16_BE : StreamFormat.Encoding.L16_LE;
        return new CarrierDialect(
                "telnyx",
                new TelnyxIn(MediaFormats.configured(format, linear), linear),
                (start, output, marks) -> new TelnyxOut(output, marks, leadMs),
                LARGE_MESSAGE_BYTES);
    }

    /** Plivo audio streaming. */
    public static CarrierDialect plivo(int leadMs) {
        return new CarrierDialect(
                "plivo",
                new PlivoIn(),
                (start, output, marks) -> new PlivoOut(start, output, marks, leadMs),
                MESSAGE_BYTES);
    }

    /** Exotel AgentStream. */
    public static CarrierDialect exotel(int leadMs) {
        return new CarrierDialect(
                "exotel",
                new ExotelIn(),
                (start, output, marks) -> new ExotelOut(start, output, marks, leadMs),
                LARGE_MESSAGE_BYTES);
    }
}
