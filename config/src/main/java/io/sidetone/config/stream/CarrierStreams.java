package io.sidetone.config.stream;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Key;
import java.time.Duration;
import java.util.Optional;

/** The keys of carriers that send media as a stream: a record for each, a component for each key. */
final class CarrierStreams {
    private static final String FORMAT = "encoding/Hz";

    private CarrierStreams() {}

    /** Twilio. */
    @Section("Twilio Media Streams: /media/twilio and /hooks/twilio/answer.")
    record Twilio(
            @Rule(WholeFrames.class)
                    @Key(
                            why = WholeFrames.LEAD,
                            min = WholeFrames.SHORTEST_MS,
                            max = WholeFrames.LONGEST_MS,
                            byDefault = "60ms")
                    Duration lead,
            @Key(
                            why = "Auth Token of the account: checks X-Twilio-Signature of webhooks and streams. Needs"
                                    + " http.public-url.",
                            example = "${file:/etc/sidetone/twilio-token}")
                    Optional<Secret> authToken) {}

    /** Telnyx. */
    @Section("Telnyx media streaming: /media/telnyx and /hooks/telnyx/answer.")
    record Telnyx(
            @Rule(WholeFrames.class)
                    @Key(
                            why = WholeFrames.LEAD,
                            min = WholeFrames.SHORTEST_MS,
                            max = WholeFrames.LONGEST_MS,
                            byDefault = "60ms")
                    Duration lead,
            @Key(
                            why = "What Telnyx sends as the bearer token of a stream: its stream_auth_token.",
                            example = "${file:/etc/sidetone/telnyx-token}")
                    Optional<Secret> token,
            @Rule(Ed25519Key.class)
                    @Key(
                            unit = "Base64",
                            why = "The account's public key, from the portal: checks telnyx-signature-ed25519 of"
                                    + " webhooks.",
                            example = "\"UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw=\"")
                    String publicKey,
            @FileType(ValueType.WORD)
                    @Key(
                            words = {"PCMU/8000", "PCMA/8000", "L16/8000", "L16/16000"},
                            unit = FORMAT,
                            why = "What the answer asks Telnyx to take, and so what it is sent; what it sends it says"
                                    + " itself.",
                            byDefault = "PCMU/8000")
                    String format,
            @FileType(ValueType.WORD)
                    @Key(
                            words = {"big-endian", "little-endian"},
                            unit = "byte order",
                            why = "Order of the bytes of L16, which Telnyx does not document: that of RTP unless a call"
                                    + " says otherwise.",
                            byDefault = "big-endian")
                    String byteOrder) {}

    /** Plivo. */
    @Section("Plivo audio streaming: /media/plivo and /hooks/plivo/answer.")
    record Plivo(
            @Rule(WholeFrames.class)
                    @Key(
                            why = WholeFrames.LEAD,
                            min = WholeFrames.SHORTEST_MS,
                            max = WholeFrames.LONGEST_MS,
                            byDefault = "60ms")
                    Duration lead,
            @Key(
                            why =
                                    "Auth Token of the account: checks X-Plivo-Signature-V3 of webhooks and streams. Needs"
                                            + " http.public-url.",
                            example = "${file:/etc/sidetone/plivo-token}")
                    Optional<Secret> authToken,
            @FileType(ValueType.WORD)
                    @Key(
                            words = {"PCMU/8000", "L16/8000", "L16/16000"},
                            unit = FORMAT,
                            why = "What the answer asks Plivo to send and to take.",
                            byDefault = "PCMU/8000")
                    String format) {}

    /** SignalWire. */
    @Section("SignalWire cXML streams: /media/signalwire and /hooks/signalwire/answer.")
    record SignalWire(
            @Rule(WholeFrames.class)
                    @Key(
                            why = WholeFrames.LEAD,
                            min = WholeFrames.SHORTEST_MS,
                            max = WholeFrames.LONGEST_MS,
                            byDefault = "60ms")
                    Duration lead,
            @Key(
                            why =
                                    "Bearer token that the answer gives SignalWire (authBearerToken) and that streams must"
                                            + " carry.",
                            example = "${file:/etc/sidetone/signalwire-token}")
                    Optional<Secret> token,
            @Key(
                            why = "Signing Key of the project: checks X-SignalWire-Signature of webhooks. Needs"
                                    + " http.public-url.",
                            example = "${file:/etc/sidetone/signalwire-key}")
                    Optional<Secret> signingKey,
            @FileType(ValueType.WORD)
                    @Key(
                            words = {"PCMU/8000", "L16/16000", "L16/24000"},
                            unit = FORMAT,
                            why = "What the answer asks SignalWire to send and to take.",
                            byDefault = "PCMU/8000")
                    String format) {}

    /** Exotel. */
    @Section(
            "Exotel AgentStream (Voicebot): /media/exotel. A lead shorter than its smallest chunk counts as that chunk:"
                    + " 3200 bytes and 100 ms.")
    record Exotel(
            @Rule(WholeFrames.class)
                    @Key(
                            why = WholeFrames.LEAD,
                            min = WholeFrames.SHORTEST_MS,
                            max = WholeFrames.LONGEST_MS,
                            byDefault = "100ms")
                    Duration lead,
            @Key(
                            unit = "name",
                            why = "Who connects: the part before the colon in wss://USER:PASSWORD@HOST/media/exotel.",
                            example = "exotel")
                    String user,
            @Key(why = "The password of streams.exotel.user.", example = "${file:/etc/sidetone/exotel-password}")
                    Optional<Secret> password) {}
}
