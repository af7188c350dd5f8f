/**
 * The echo of our audio: finds its delay, limits its level, and removes it from the caller's audio.
 *
 * <ul>
 *   <li>Runs on: one thread per canceller, the lane in production.
 *   <li>Reads: the caller's arrays.
 *   <li>Writes: its own history and the output array.
 *   <li>Allocates: at creation; never per frame.
 * </ul>
 */
package io.sidetone.audio.echo;
