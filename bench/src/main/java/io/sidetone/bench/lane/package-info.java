/**
 * Benches of the lane: the time from an interruption to the socket's side, and the cost of one hop and one frame.
 *
 * <ul>
 *   <li>Runs on: JMH's thread, the lane thread, one thread that plays the other calls.
 *   <li>Reads: fences, egress rings.
 *   <li>Writes: lane events, reports.
 *   <li>Allocates: between measurements; per commanded turn, as a call does.
 * </ul>
 */
package io.sidetone.bench.lane;
