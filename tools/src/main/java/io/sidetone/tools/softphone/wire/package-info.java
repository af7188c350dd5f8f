/**
 * The packets of one call: sent on a 20 ms grid, received, time-stamped and kept.
 *
 * <ul>
 *   <li>Runs on: one sending and one receiving thread a call.
 *   <li>Reads: a UDP socket and the clock.
 *   <li>Writes: a UDP socket and the logs of the call.
 *   <li>Allocates: a block for every thousand packets.
 * </ul>
 */
package io.sidetone.tools.softphone.wire;
