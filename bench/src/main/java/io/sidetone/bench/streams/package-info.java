/**
 * Media streams compared with a Node agent: the processor time of each for the same calls, and the cost of a silent
 * connection.
 *
 * <ul>
 *   <li>Runs on: one thread that plays all carriers; servers in separate processes.
 *   <li>Reads: messages of servers, their processor time and memory from /proc.
 *   <li>Writes: messages of a carrier, a report.
 *   <li>Allocates: freely, outside of the measurements.
 * </ul>
 */
package io.sidetone.bench.streams;
