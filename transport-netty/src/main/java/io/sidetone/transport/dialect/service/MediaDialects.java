package io.sidetone.transport.dialect.service;

import io.sidetone.core.control.EndCause;
import io.sidetone.transport.carrier.CarrierCounters;
import io.sidetone.transport.carrier.CarrierIn;
import io.sidetone.transport.carrier.JsonDialect;
import io.sidetone.transport.carrier.JsonInput;
import io.sidetone.transport.carrier.MediaFormats;
import io.sidetone.transport.carrier.dialect.ExotelIn;
import io.sidetone.transport.carrier.dialect.ExotelOut;
import io.sidetone.transport.carrier.dialect.PlivoIn;
import io.sidetone.transport.carrier.dialect.PlivoOut;
import io.sidetone.transport.carrier.dialect.SignalWireOut;
import io.sidetone.transport.carrier.dialect.TelnyxIn;
import io.sidetone.transport.carrier.dialect.TelnyxOut;
import io.sidetone.transport.carrier.dialect.TwilioIn;
import io.sidetone.transport.carrier.dialect.TwilioOut;
import io.sidetone.transport.dialect.MediaDialect;
import io.sidetone.transport.dialect.MediaDialect.Addressing;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.asterisk.AsteriskInput;
import io.sidetone.transport.pbx.freeswitch.AudioForkInput;
import io.sidetone.transport.pbx.freeswitch.AudioForkSettings;
import io.sidetone.transport.pbx.vonage.VonageInput;
import io.sidetone.transport.stream.StreamFormat;
import java.util.Set;

/**
 * The table of the media dialects: each line names an input, an output and what is particular to the dialect. AudioSocket has
 * no WebSocket and so no line here; its input and output are in {@code pbx.audiosocket}.
 */
public final class MediaDialects {
    /** Room for 200 ms of anything, many times over; Asterisk's own limit, rounded up. */
    private static final int MESSAGE_BYTES = 64 << 10;

    /** Exotel and Telnyx allow chunks of 100 kB. */
    private static final int LARGE_MESSAGE_BYTES = 256 << 10;

    private MediaDialects() {}

    /** Twilio Media Streams. */
    public static MediaDialect twilio(int leadMs, CarrierCounters counters) {
        CarrierIn in = new TwilioIn(StreamFormat.Encoding.L16_LE);
        return json("twilio", in, (s, to, marks) -> new TwilioOut(s, to, marks, leadMs), MESSAGE_BYTES, counters);
    }

    /** SignalWire's streams. */
    public static MediaDialect signalWire(int leadMs, CarrierCounters counters) {
        CarrierIn in = new TwilioIn(StreamFormat.Encoding.L16_LE);
        return json(
                "signalwire", in, (s, to, marks) -> new SignalWireOut(s, to, marks, leadMs), MESSAGE_BYTES, counters);
    }

    /**
     * Telnyx media streaming.
     *
     * @param format what it is sent, as our configuration writes it
     * @param bigEndian byte order of L16
     */
    public static MediaDialect telnyx(int leadMs, String format, boolean bigEndian, CarrierCounters counters) {
        StreamFormat.Encoding linear = bigEndian ? StreamFormat.Encoding.L16_BE : StreamFormat.Encoding.L16_LE;
        CarrierIn in = new TelnyxIn(MediaFormats.configured(format, linear), linear);
        return json("telnyx", in, (s, to, marks) -> new TelnyxOut(to, marks, leadMs), LARGE_MESSAGE_BYTES, counters);
    }

    /** Plivo audio streaming. It ends a call by closing the socket. */
    public static MediaDialect plivo(int leadMs, CarrierCounters counters) {
        JsonDialect json =
                new JsonDialect("plivo", new PlivoIn(), (s, to, marks) -> new PlivoOut(s, to, marks, leadMs));
        return carrier(json, MESSAGE_BYTES, EndCause.CALLER_HUNG_UP, counters);
    }

    /** Exotel AgentStream. */
    public static MediaDialect exotel(int leadMs, CarrierCounters counters) {
        return json(
                "exotel",
                new ExotelIn(),
                (s, to, marks) -> new ExotelOut(s, to, marks, leadMs),
                LARGE_MESSAGE_BYTES,
                counters);
    }

    /** Asterisk's chan_websocket: {@code Dial(WebSocket/…)} or ARI externalMedia. */
    public static MediaDialect asterisk(int leadMs, PbxCounters counters) {
        // What protocols in websocket_client.conf says by custom.
        return pbx("asterisk", Set.of("media"), connection -> new AsteriskInput(connection, counters, leadMs));
    }

    /** Audio forks of FreeSWITCH and {@code listen} of jambonz. */
    public static MediaDialect freeSwitch(AudioForkSettings settings, PbxCounters counters) {
        // libwebsockets, the switch's client, may refuse a server that selects none.
        return pbx(
                "freeswitch",
                Set.of("audio.drachtio.org", "audio.jambonz.org"),
                connection -> new AudioForkInput(connection, counters, settings));
    }

    /** Vonage Voice: connections of {@code {"action":"connect","endpoint":[{"type":"websocket",…}]}}. */
    public static MediaDialect vonage(int leadMs, PbxCounters counters) {
        return pbx("vonage", Set.of(), connection -> new VonageInput(connection, counters, leadMs));
    }

    private static MediaDialect json(
            String name, CarrierIn in, JsonDialect.Out out, int maxMessageBytes, CarrierCounters counters) {
        return carrier(new JsonDialect(name, in, out), maxMessageBytes, EndCause.TRANSPORT_FAILED, counters);
    }

    private static MediaDialect carrier(
            JsonDialect json, int maxMessageBytes, EndCause socketGone, CarrierCounters counters) {
        return new MediaDialect(
                json.name(),
                Set.of(),
                maxMessageBytes,
                Addressing.MESSAGE,
                socketGone,
                connection -> new JsonInput(json, connection, counters));
    }

    private static MediaDialect pbx(String name, Set<String> subprotocols, MediaDialect.Opening opening) {
        return new MediaDialect(name, subprotocols, MESSAGE_BYTES, Addressing.QUERY, EndCause.CALLER_HUNG_UP, opening);
    }
}
