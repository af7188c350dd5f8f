/**
 * Benches of the lane: how fast an interruption reaches the socket's side, what one hop and one frame cost.
 *
 * <ul>
 *   <li>Runs on: JMH's thread, the lane thread, one thread that plays the other calls.
 *   <li>Reads: fences, egress rings.
 *   <li>Writes: lane events, reports.
 *   <li>Allocates: between measurements; per commanded turn, as a call does.
 * </ul>
 */
package io.sidetone.bench.lane;
