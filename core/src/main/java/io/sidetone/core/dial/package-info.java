/**
 * Calls that we placed: who answered them, heard from the first seconds of sound.
 *
 * <ul>
 *   <li>Runs on: the lane.
 *   <li>Reads: frames of the far end and their speech scores.
 *   <li>Writes: its own state.
 *   <li>Allocates: at creation; never per frame.
 * </ul>
 */
package io.sidetone.core.dial;
