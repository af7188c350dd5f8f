/**
 * Engines that need no provider: deterministic, seeded, answering within the lane's own event.
 *
 * <ul>
 *   <li>Runs on: the lane thread; slow answers on a timer thread.
 *   <li>Reads: nothing.
 *   <li>Writes: ring events of the call.
 *   <li>Allocates: per request, never per frame.
 * </ul>
 */
package io.sidetone.core.mock;
