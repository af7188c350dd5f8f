/**
 * Intonation: pitch and loudness at the end of an utterance, compared with the usual ones, and the loudness of speech as it grows.
 *
 * <ul>
 *   <li>Runs on: the thread that owns the instance, the lane in a call.
 *   <li>Reads: frames with speech.
 *   <li>Writes: numbers for the decisions of others.
 *   <li>Allocates: nothing after creation.
 * </ul>
 */
package io.sidetone.audio.prosody;
