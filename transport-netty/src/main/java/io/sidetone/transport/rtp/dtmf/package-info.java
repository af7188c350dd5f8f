/**
 * Digits as telephone events (RFC 4733).
 *
 * <ul>
 *   <li>Runs on: the receiver on the call's media event loop, the sender on the thread that paces the stream.
 *   <li>Reads: event payloads in sequence order.
 *   <li>Writes: digits to the call, event payloads to packets.
 *   <li>Allocates: at creation; never per packet.
 * </ul>
 */
package io.sidetone.transport.rtp.dtmf;
