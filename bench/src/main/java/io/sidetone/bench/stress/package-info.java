/**
 * What two threads may see of each other at the places where they meet: fence, egress ring, call table, the way into a lane.
 *
 * <ul>
 *   <li>Runs on: jcstress's actors, in JVMs that jcstress forks.
 *   <li>Reads: what the other actor published.
 *   <li>Writes: one result per pair of steps.
 *   <li>Allocates: one state per pair of steps.
 * </ul>
 */
package io.sidetone.bench.stress;
