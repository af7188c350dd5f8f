/**
 * Media streams whose callers interrupt: how soon the clear comes, and that nothing of the old turn comes after it.
 *
 * <ul>
 *   <li>Runs on: one thread that plays all callers; the server is a process of its own, its loops and lanes as in {@code serve}.
 *   <li>Reads: messages of the server, its log of interruptions, its counters.
 *   <li>Writes: a report.
 *   <li>Allocates: freely, outside of the measurements.
 * </ul>
 */
package io.sidetone.bench.streams;
