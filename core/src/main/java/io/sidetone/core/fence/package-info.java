/**
 * The fence: what has been cancelled, and the witness that nothing cancelled is sent.
 *
 * <ul>
 *   <li>Runs on: the lane thread writes, event loops and engine threads read.
 *   <li>Reads: tokens.
 *   <li>Writes: the fence, audit counters.
 *   <li>Allocates: once per call.
 * </ul>
 */
package io.sidetone.core.fence;
