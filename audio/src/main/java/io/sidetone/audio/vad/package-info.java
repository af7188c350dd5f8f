/**
 * Speech evidence from a frame of the caller and the frame that we send.
 *
 * <ul>
 *   <li>Runs on: one thread per detector, the lane in production.
 *   <li>Reads: the caller's arrays.
 *   <li>Writes: its own history; what a frame needs meanwhile belongs to the thread.
 *   <li>Allocates: at creation, at the first frame that we send, and at a thread's first frame; never per frame.
 * </ul>
 */
package io.sidetone.audio.vad;
