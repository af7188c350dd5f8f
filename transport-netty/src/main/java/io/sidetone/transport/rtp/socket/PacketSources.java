package io.sidetone.transport.rtp.socket;

import java.net.InetSocketAddress;

/**
 * Addresses from which the peer says that its packets come.
 *
 * @param rtp media address of its session description
 * @param rtcp address of its reports
 */
public record PacketSources(InetSocketAddress rtp, InetSocketAddress rtcp) {}
