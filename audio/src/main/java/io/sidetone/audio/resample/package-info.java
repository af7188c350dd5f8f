/**
 * Sample-rate conversion in streams of 20 ms frames.
 *
 * <ul>
 *   <li>Runs on: one thread per resampler, the lane in production.
 *   <li>Reads: the caller's arrays.
 *   <li>Writes: the caller's arrays and its own history.
 *   <li>Allocates: at creation; never per frame.
 * </ul>
 */
package io.sidetone.audio.resample;
