/**
 * How something is said: pitch and loudness at the end of an utterance against what is usual.
 *
 * <ul>
 *   <li>Runs on: whatever thread owns the instance, the lane in a call.
 *   <li>Reads: frames in which somebody speaks.
 *   <li>Writes: numbers that others decide by.
 *   <li>Allocates: nothing after creation.
 * </ul>
 */
package io.sidetone.audio.prosody;
