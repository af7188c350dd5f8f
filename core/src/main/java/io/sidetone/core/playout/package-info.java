/**
 * The agent's voice on its way out: chunks, positions, frames, the egress ring.
 *
 * <ul>
 *   <li>Runs on: the lane thread; the egress ring's consumer is an event loop.
 *   <li>Reads: synthesized chunks.
 *   <li>Writes: egress frames.
 *   <li>Allocates: per chunk at the synthesizer, never per frame.
 * </ul>
 */
package io.sidetone.core.playout;
