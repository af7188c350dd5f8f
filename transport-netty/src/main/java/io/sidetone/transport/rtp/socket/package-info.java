/**
 * The sockets that RTP goes through: a pair of its own for each call, or one pair for many.
 *
 * <ul>
 *   <li>Runs on: the media event loop that the sockets belong to.
 *   <li>Reads: datagrams and where they come from.
 *   <li>Writes: packets of a shared socket, many at a time; hands each datagram that comes to the call that it belongs to.
 *   <li>Allocates: when calls come, go or learn an address; never per packet (what Netty allocates for a received datagram apart).
 * </ul>
 */
package io.sidetone.transport.rtp.socket;
