package io.sidetone.config.telemetry;

import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.value.Secret;
import io.sidetone.config.value.SipHost;
import io.sidetone.core.setting.Key;
import java.util.Optional;

/**
 * Copies of SIP and RTCP for a collector such as Homer.
 *
 * @param to host and port of the collector, or nothing: no copies
 * @param captureId by which the collector knows this server
 * @param authKey that the collector asks for
 */
@Section(
        "Copies of every SIP message and RTCP report for a collector that speaks HEP version 3 (Homer), over UDP. Passwords and"
                + " keys of SRTP are blackened. Copies are never waited for.")
public record HepConfig(
        @Rule(SipHost.Form.class)
                @Key(
                        unit = "host",
                        why =
                                "The collector, with its port where it is not 9060. Everybody on the way can read the copies.",
                        derived = "no copies",
                        example = "homer.example.com:9060")
                Optional<String> to,
        @Key(
                        unit = "number",
                        why = "By which the collector knows this server.",
                        min = 0,
                        max = Integer.MAX_VALUE,
                        byDefault = "2001")
                int captureId,
        @Key(
                        why = "What the collector asks for from those who send to it.",
                        example = "${file:/etc/sidetone/homer.key}")
                Optional<Secret> authKey) {
    /** The port of HEP where nothing else is said. */
    public static final int DEFAULT_PORT = 9060;
}
