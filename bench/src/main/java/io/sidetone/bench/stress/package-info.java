/**
 * Stress tests of the places where two threads meet: fence, egress ring, call table, and the way into a lane.
 *
 * <ul>
 *   <li>Runs on: jcstress's actors, in JVMs that jcstress forks.
 *   <li>Reads: data that the other actor published.
 *   <li>Writes: one result per pair of steps.
 *   <li>Allocates: one state per pair of steps.
 * </ul>
 */
package io.sidetone.bench.stress;
