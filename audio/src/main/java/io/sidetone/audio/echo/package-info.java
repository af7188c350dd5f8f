/**
 * The echo of our audio: finds its delay, limits its level, and removes it from the caller's audio.
 *
 * <ul>
 *   <li>Runs on: one thread per canceller, the lane in production.
 *   <li>Reads: the caller's arrays.
 *   <li>Writes: its own history, the work arrays of its thread, the output array.
 *   <li>Allocates: at creation, when we first speak, when something audible first returns, when an echo is found; nothing per frame.
 * </ul>
 */
package io.sidetone.audio.echo;
