package io.sidetone.config;

import io.sidetone.config.binding.Section;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.PortRange;
import io.sidetone.core.setting.Key;
import java.time.Duration;

/**
 * Media of SIP calls.
 *
 * @param bind where media is received and sent from
 * @param ports an even port for RTP and the odd one above it for RTCP, per call
 * @param advertise address that SDP carries
 * @param sharedPort whether calls share a port where packets tell them apart
 * @param timeout no sign of media for this long ends the call
 * @param digitLength how long a digit is pressed that a call sends
 */
@Section("Media of SIP calls.")
public record RtpConfig(
        @Key(
                        unit = "address",
                        why = "Where media is received and sent from.",
                        derived = "the address of sip.bind",
                        example = "127.0.0.1")
                IpAddress bind,
        @Key(
                        unit = "UDP ports",
                        why = "One even port per call, the odd one above it for RTCP. A pair rests 10 s after its call,"
                                + " so that there must be a third more pairs than limits.max-calls; calls of 30 s and more"
                                + " need no others.",
                        byDefault = "10000-20000")
                PortRange ports,
        @Key(
                        unit = "address",
                        why = "Address that SDP carries, where it differs from that of signalling.",
                        derived = "the address of sip.advertise, else of rtp.bind",
                        example = "203.0.113.10")
                IpAddress advertise,
        @Key(
                        why =
                                "Calls share the first pair of ports, or the first ones where there are several media loops, and cost"
                                        + " less. Packets are told apart by the address that the caller announced. Calls that"
                                        + " cannot be told get a pair of their own: those that this server places, those of"
                                        + " trunks with nat: true or from private addresses other than that of signalling, and"
                                        + " those whose address another call has.",
                        byDefault = "false")
                boolean sharedPort,
        @Key(
                        why = "No RTP, RTCP or comfort noise for this long ends the call; time on hold does not count.",
                        min = 1_000,
                        max = 600_000,
                        byDefault = "30s")
                Duration timeout,
        @Key(
                        why = "How long each digit is pressed that a call sends; slow exchanges want more.",
                        min = 40,
                        max = 8_000,
                        byDefault = "100ms")
                Duration digitLength) {}
