package io.sidetone.config;

import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.PortRange;
import java.time.Duration;

/**
 * Media of SIP calls.
 *
 * @param bind where media is received and sent from
 * @param ports an even port for RTP and the odd one above it for RTCP, per call
 * @param advertise address that SDP carries
 * @param timeout no sign of media for this long ends the call
 * @param digitLength how long a digit is pressed that a call sends
 */
public record RtpConfig(IpAddress bind, PortRange ports, IpAddress advertise, Duration timeout, Duration digitLength) {}
