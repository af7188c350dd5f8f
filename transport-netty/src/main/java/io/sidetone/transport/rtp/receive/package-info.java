/**
 * The receiving side of one call, one duty per class: whose packet, which number, in order, when, which sound.
 *
 * <ul>
 *   <li>Runs on: the call's media event loop.
 *   <li>Reads: validated packets.
 *   <li>Writes: frames and events to the call's lane, counters.
 *   <li>Allocates: at creation; never per packet.
 * </ul>
 */
package io.sidetone.transport.rtp.receive;
