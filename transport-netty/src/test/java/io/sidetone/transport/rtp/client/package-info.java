/**
 * The other end of a call: a plain RTP stream for the softphone, the call generator and tests.
 *
 * <ul>
 *   <li>Runs on: one sending and one receiving thread per stream, given by the caller.
 *   <li>Reads: frames from a source, packets from a socket.
 *   <li>Writes: packets, and what was received to a listener.
 *   <li>Allocates: at creation, per digit; the JDK one address per packet received.
 * </ul>
 */
package io.sidetone.transport.rtp.client;
