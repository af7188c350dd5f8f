package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.ADDRESS;
import static io.sidetone.config.schema.ValueType.CIDRS;
import static io.sidetone.config.schema.ValueType.FLAG;
import static io.sidetone.config.schema.ValueType.INTEGER;
import static io.sidetone.config.schema.ValueType.PASSWORD;
import static io.sidetone.config.schema.ValueType.SECRET;
import static io.sidetone.config.schema.ValueType.TEXT;
import static io.sidetone.config.schema.ValueType.WORD;

import java.util.List;

/** The keys of telephone switches among the media streams: Asterisk in both its ways, FreeSWITCH, Vonage. */
final class SwitchKeys {
    private SwitchKeys() {}

    static void addTo(List<ConfigKey> keys) {
        asterisk(keys);
        audioSocket(keys);
        freeSwitch(keys);
        vonage(keys);
    }

    private static void asterisk(List<ConfigKey> keys) {
        StreamKeys.dialect(keys, "asterisk", "60ms", "Asterisk's chan_websocket: /media/asterisk.");
        basic(keys, "asterisk", "Who connects: username in websocket_client.conf.");
    }

    private static void audioSocket(List<ConfigKey> keys) {
        StreamKeys.dialect(
                keys,
                "audiosocket",
                "20ms",
                "Asterisk's AudioSocket, over TCP: the dialplan application and the channel driver. It has neither passwords nor"
                        + " TLS.");
        keys.add(ConfigKey.of("streams.audiosocket.enabled", FLAG, "-", "Whether to listen.")
                .byDefault("false"));
        keys.add(ConfigKey.of(
                        "streams.audiosocket.bind",
                        ADDRESS,
                        "IP address",
                        "Where to listen. Beyond loopback streams.audiosocket.from must say who may connect.")
                .byDefault("127.0.0.1"));
        keys.add(ConfigKey.of(
                        "streams.audiosocket.port",
                        INTEGER,
                        "port",
                        "The port that Asterisk's examples use; 0 takes a free one.")
                .range(0, 65_535)
                .byDefault("9092"));
        keys.add(ConfigKey.of(
                        "streams.audiosocket.from", CIDRS, "address blocks", "Who may connect, beside this machine.")
                .example("[192.0.2.7, 10.0.0.0/24]"));
        keys.add(ConfigKey.of(
                        "streams.audiosocket.ids",
                        PASSWORD,
                        "UUIDs",
                        "The UUIDs that calls must have, separated by spaces or commas: known to the dialplan and to this server"
                                + " alone.")
                .example("${file:/etc/sidetone/audiosocket-ids}"));
    }

    private static void freeSwitch(List<ConfigKey> keys) {
        StreamKeys.dialect(
                keys,
                "freeswitch",
                "160ms",
                "FreeSWITCH's mod_audio_fork and mod_audio_stream, and listen of jambonz: /media/freeswitch. jambonz plays"
                        + " nothing until it has 160 ms of an 8 kHz call, so that a shorter lead begins later.");
        basic(keys, "freeswitch", "Who connects by HTTP Basic: MOD_AUDIO_BASIC_AUTH_USERNAME, or wsAuth of jambonz.");
        keys.add(ConfigKey.of(
                        "streams.freeswitch.token",
                        SECRET,
                        "secret",
                        "Bearer token, for a mod_audio_stream that sends Authorization with STREAM_EXTRA_HEADERS.")
                .example("${file:/etc/sidetone/freeswitch-token}"));
        keys.add(ConfigKey.of(
                        "streams.freeswitch.rate",
                        INTEGER,
                        "Hz",
                        "Rate of the fork where neither its address (?rate=16000) nor its metadata says; the command says 8k or"
                                + " 16k.")
                .range(8_000, 48_000)
                .byDefault("8000"));
        keys.add(ConfigKey.of(
                        "streams.freeswitch.playback",
                        WORD,
                        "way",
                        "How the agent's voice goes back where the address (?playback=) does not say. binary: jambonz with"
                                + " streaming on. stream-audio: files that mod_audio_stream tells the dialplan of.")
                .oneOf("binary", "stream-audio")
                .byDefault("binary"));
    }

    private static void vonage(List<ConfigKey> keys) {
        StreamKeys.dialect(keys, "vonage", "60ms", "Vonage Voice, connect to a websocket: /media/vonage.");
        keys.add(ConfigKey.of(
                        "streams.vonage.token",
                        SECRET,
                        "secret",
                        "Bearer token that connections must carry in Authorization.")
                .example("${file:/etc/sidetone/vonage-token}"));
        keys.add(ConfigKey.of(
                        "streams.vonage.signature-secret",
                        SECRET,
                        "secret",
                        "Signature secret of the account: checks the signed token (JWT, HS256) that newer accounts send as"
                                + " bearer.")
                .example("${file:/etc/sidetone/vonage-signature-secret}"));
    }

    private static void basic(List<ConfigKey> keys, String name, String who) {
        String path = StreamKeys.SECTION_PATH + "." + name;
        keys.add(ConfigKey.of(path + ".user", TEXT, "name", who).example("pbx"));
        keys.add(ConfigKey.of(path + ".password", SECRET, "secret", "The password of " + path + ".user.")
                .example("${file:/etc/sidetone/" + name + "-password}"));
    }
}
