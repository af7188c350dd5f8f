/**
 * The agent's voice on its way out: clauses, chunks, positions, frames.
 *
 * <ul>
 *   <li>Runs on: the lane thread.
 *   <li>Reads: synthesized chunks.
 *   <li>Writes: its queue and positions, and the samples of the frame it is given.
 *   <li>Allocates: per clause, never per frame.
 * </ul>
 */
package io.sidetone.core.playout;
