/**
 * Detectors of speech that run off the lane, as plugins: what a call asks of them and how they answer.
 *
 * <ul>
 *   <li>Runs on: the lane thread asks, the detector's own thread answers.
 *   <li>Reads: frames of the caller.
 *   <li>Writes: speech evidence, into the call's lane.
 *   <li>Allocates: per call; nothing per frame.
 * </ul>
 */
package io.sidetone.core.port.vad;
