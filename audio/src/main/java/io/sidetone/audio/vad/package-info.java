/**
 * Speech evidence from a frame of the caller and the frame that we send.
 *
 * <ul>
 *   <li>Runs on: one thread per detector, the lane in production.
 *   <li>Reads: the caller's arrays.
 *   <li>Writes: its own history.
 *   <li>Allocates: at creation; never per frame.
 * </ul>
 */
package io.sidetone.audio.vad;
