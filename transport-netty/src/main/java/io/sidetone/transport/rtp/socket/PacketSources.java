package io.sidetone.transport.rtp.socket;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Where the packets of a call come from, as far as it is known.
 *
 * @param rtp what the peer's session description says
 * @param rtcp the same for RTCP
 * @param proven where media really comes from, or null while that is not known
 * @param signalling where the peer's signalling comes from, or null
 */
public record PacketSources(
        InetSocketAddress rtp, InetSocketAddress rtcp, InetSocketAddress proven, InetAddress signalling) {}
