/**
 * RTP on the wire: header, what else may arrive on a media port, telephone-event payload.
 *
 * <ul>
 *   <li>Runs on: any thread; the functions keep no state.
 *   <li>Reads: received buffers.
 *   <li>Writes: buffers to send.
 *   <li>Allocates: never.
 * </ul>
 */
package io.sidetone.transport.rtp.packet;
