package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.DURATION;
import static io.sidetone.config.schema.ValueType.SECRET;
import static io.sidetone.config.schema.ValueType.SECTION;
import static io.sidetone.config.schema.ValueType.TEXT;
import static io.sidetone.config.schema.ValueType.WORD;

import java.util.List;

/**
 * The keys of media streams. A dialect is a section with at least a {@code lead}; what else it holds reaches its code by
 * name ({@link io.sidetone.config.stream.StreamConfig}), so a dialect more is keys more here and nothing else.
 */
public final class StreamKeys {
    /** Where the dialects stand. */
    public static final String SECTION_PATH = "streams";
    /** Every dialect has this key. */
    public static final String LEAD = "lead";

    private static final int LONGEST_LEAD_MS = 500;

    private StreamKeys() {}

    /** Adds them. */
    public static void addTo(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                SECTION_PATH,
                SECTION,
                "-",
                "Calls that come as a media stream to /media/NAME in place of SIP. Where a dialect has no secret, only loopback"
                        + " is served, and with http.public-url nobody."));
        twilio(keys);
        telnyx(keys);
        plivo(keys);
        signalwire(keys);
        exotel(keys);
        SwitchKeys.addTo(keys);
    }

    private static void twilio(List<ConfigKey> keys) {
        dialect(keys, "twilio", "60ms", "Twilio Media Streams: /media/twilio and /hooks/twilio/answer.");
        keys.add(ConfigKey.of(
                        "streams.twilio.auth-token",
                        SECRET,
                        "secret",
                        "Auth Token of the account: checks X-Twilio-Signature of webhooks and streams. Needs http.public-url.")
                .example("${file:/etc/sidetone/twilio-token}"));
    }

    private static void telnyx(List<ConfigKey> keys) {
        dialect(keys, "telnyx", "60ms", "Telnyx media streaming: /media/telnyx and /hooks/telnyx/answer.");
        keys.add(ConfigKey.of(
                        "streams.telnyx.token",
                        SECRET,
                        "secret",
                        "What Telnyx sends as the bearer token of a stream: its stream_auth_token.")
                .example("${file:/etc/sidetone/telnyx-token}"));
        keys.add(ConfigKey.of(
                        "streams.telnyx.public-key",
                        TEXT,
                        "Base64",
                        "The account's public key, from the portal: checks telnyx-signature-ed25519 of webhooks.")
                .example("\"UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw=\""));
        format(
                keys,
                "telnyx",
                "What the answer asks Telnyx to take, and so what it is sent; what it sends it says itself.",
                "PCMU/8000",
                "PCMA/8000",
                "L16/8000",
                "L16/16000");
        keys.add(ConfigKey.of(
                        "streams.telnyx.byte-order",
                        WORD,
                        "byte order",
                        "Order of the bytes of L16, which Telnyx does not document: that of RTP unless a call says otherwise.")
                .oneOf("big-endian", "little-endian")
                .byDefault("big-endian"));
    }

    private static void plivo(List<ConfigKey> keys) {
        dialect(keys, "plivo", "60ms", "Plivo audio streaming: /media/plivo and /hooks/plivo/answer.");
        keys.add(ConfigKey.of(
                        "streams.plivo.auth-token",
                        SECRET,
                        "secret",
                        "Auth Token of the account: checks X-Plivo-Signature-V3 of webhooks and streams. Needs http.public-url.")
                .example("${file:/etc/sidetone/plivo-token}"));
        format(keys, "plivo", "What the answer asks Plivo to send and to take.", "PCMU/8000", "L16/8000", "L16/16000");
    }

    private static void signalwire(List<ConfigKey> keys) {
        dialect(keys, "signalwire", "60ms", "SignalWire cXML streams: /media/signalwire and /hooks/signalwire/answer.");
        keys.add(ConfigKey.of(
                        "streams.signalwire.token",
                        SECRET,
                        "secret",
                        "Bearer token that the answer gives SignalWire (authBearerToken) and that streams must carry.")
                .example("${file:/etc/sidetone/signalwire-token}"));
        keys.add(ConfigKey.of(
                        "streams.signalwire.signing-key",
                        SECRET,
                        "secret",
                        "Signing Key of the project: checks X-SignalWire-Signature of webhooks. Needs http.public-url.")
                .example("${file:/etc/sidetone/signalwire-key}"));
        format(
                keys,
                "signalwire",
                "What the answer asks SignalWire to send and to take.",
                "PCMU/8000",
                "L16/16000",
                "L16/24000");
    }

    private static void exotel(List<ConfigKey> keys) {
        dialect(
                keys,
                "exotel",
                "100ms",
                "Exotel AgentStream (Voicebot): /media/exotel. A lead shorter than its smallest chunk counts as that chunk:"
                        + " 3200 bytes and 100 ms.");
        keys.add(ConfigKey.of(
                        "streams.exotel.user",
                        TEXT,
                        "name",
                        "Who connects: the part before the colon in wss://USER:PASSWORD@HOST/media/exotel.")
                .example("exotel"));
        keys.add(ConfigKey.of("streams.exotel.password", SECRET, "secret", "The password of streams.exotel.user.")
                .example("${file:/etc/sidetone/exotel-password}"));
    }

    /** A dialect: its section and its lead. */
    static void dialect(List<ConfigKey> keys, String name, String lead, String what) {
        String path = SECTION_PATH + "." + name;
        keys.add(ConfigKey.of(path, SECTION, "-", what));
        keys.add(ConfigKey.of(
                        path + "." + LEAD,
                        DURATION,
                        "duration",
                        "How far ahead of its time audio is sent, a multiple of 20ms: what bridges the network's jitter, and what"
                                + " is lost or cleared when the caller cuts in.")
                .range(20, LONGEST_LEAD_MS)
                .byDefault(lead));
    }

    private static void format(List<ConfigKey> keys, String name, String reason, String... formats) {
        keys.add(ConfigKey.of(SECTION_PATH + "." + name + ".format", WORD, "encoding/Hz", reason)
                .oneOf(formats)
                .byDefault(formats[0]));
    }
}
