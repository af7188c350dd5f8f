package io.sidetone.config.stream;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.Secret;
import io.sidetone.core.net.Cidr;
import io.sidetone.core.setting.Key;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys of telephone switches among the media streams: Asterisk in both its ways, FreeSWITCH, Vonage. */
final class SwitchStreams {
    private SwitchStreams() {}

    /** Asterisk over WebSocket. */
    @Section("Asterisk's chan_websocket: /media/asterisk.")
    record Asterisk(
            @Rule(WholeFrames.class)
                    @Key(
                            why = WholeFrames.LEAD,
                            min = WholeFrames.SHORTEST_MS,
                            max = WholeFrames.LONGEST_MS,
                            byDefault = "60ms")
                    Duration lead,
            @Key(unit = "name", why = "Who connects: username in websocket_client.conf.", example = "pbx") String user,
            @Key(why = "The password of streams.asterisk.user.", example = "${file:/etc/sidetone/asterisk-password}")
                    Optional<Secret> password) {}

    /** Asterisk over TCP. */
    @Section(
            "Asterisk's AudioSocket, over TCP: the dialplan application and the channel driver. It has neither passwords"
                    + " nor TLS.")
    record AudioSocket(
            @Rule(WholeFrames.class)
                    @Key(
                            why = WholeFrames.LEAD,
                            min = WholeFrames.SHORTEST_MS,
                            max = WholeFrames.LONGEST_MS,
                            byDefault = "20ms")
                    Duration lead,
            @Key(unit = "-", why = "Whether to listen.", byDefault = "false") boolean enabled,
            @Key(
                            why = "Where to listen. Beyond loopback streams.audiosocket.from must say who may connect.",
                            byDefault = "127.0.0.1")
                    IpAddress bind,
            @Key(
                            unit = "port",
                            why = "The port that Asterisk's examples use; 0 takes a free one.",
                            min = 0,
                            max = 65_535,
                            byDefault = "9092")
                    int port,
            @Key(
                            unit = "address blocks",
                            why = "Who may connect in addition to this machine.",
                            example = "[192.0.2.7, 10.0.0.0/24]")
                    List<Cidr> from,
            @FileType(ValueType.PASSWORD)
                    @Key(
                            unit = "UUIDs",
                            why = "The UUIDs that calls must have, separated by spaces or commas: known to the dialplan"
                                    + " and to this server alone.",
                            example = "${file:/etc/sidetone/audiosocket-ids}")
                    Optional<Secret> ids) {}

    /** FreeSWITCH, and jambonz. */
    @Section("FreeSWITCH's mod_audio_fork and mod_audio_stream, and listen of jambonz: /media/freeswitch. jambonz plays"
            + " nothing until it has 160 ms of an 8 kHz call, so that a shorter lead begins later.")
    record FreeSwitch(
            @Rule(WholeFrames.class)
                    @Key(
                            why = WholeFrames.LEAD,
                            min = WholeFrames.SHORTEST_MS,
                            max = WholeFrames.LONGEST_MS,
                            byDefault = "160ms")
                    Duration lead,
            @Key(
                            unit = "name",
                            why = "Who connects by HTTP Basic: MOD_AUDIO_BASIC_AUTH_USERNAME, or wsAuth of jambonz.",
                            example = "pbx")
                    String user,
            @Key(
                            why = "The password of streams.freeswitch.user.",
                            example = "${file:/etc/sidetone/freeswitch-password}")
                    Optional<Secret> password,
            @Key(
                            why = "Bearer token, for a mod_audio_stream that sends Authorization with"
                                    + " STREAM_EXTRA_HEADERS.",
                            example = "${file:/etc/sidetone/freeswitch-token}")
                    Optional<Secret> token,
            @Key(
                            unit = "Hz",
                            why = "Rate of the fork where neither its address (?rate=16000) nor its metadata says; the"
                                    + " command says 8k or 16k.",
                            min = 8_000,
                            max = 48_000,
                            byDefault = "8000")
                    int rate,
            @FileType(ValueType.WORD)
                    @Key(
                            words = {"binary", "stream-audio"},
                            unit = "way",
                            why =
                                    "How the agent's voice goes back where the address (?playback=) does not say. binary:"
                                            + " jambonz with streaming on. stream-audio: files that mod_audio_stream reports to the dialplan.",
                            byDefault = "binary")
                    String playback) {}

    /** Vonage. */
    @Section("Vonage Voice, connect to a websocket: /media/vonage.")
    record Vonage(
            @Rule(WholeFrames.class)
                    @Key(
                            why = WholeFrames.LEAD,
                            min = WholeFrames.SHORTEST_MS,
                            max = WholeFrames.LONGEST_MS,
                            byDefault = "60ms")
                    Duration lead,
            @Key(
                            why = "Bearer token that connections must carry in Authorization.",
                            example = "${file:/etc/sidetone/vonage-token}")
                    Optional<Secret> token,
            @Key(
                            why = "Signature secret of the account: checks the signed token (JWT, HS256) that newer"
                                    + " accounts send as bearer.",
                            example = "${file:/etc/sidetone/vonage-signature-secret}")
                    Optional<Secret> signatureSecret) {}
}
