/**
 * Carries frames and commands, in order, from the lane to a recognizer on another thread.
 *
 * <ul>
 *   <li>Runs on: the lane puts in, one other thread (an event loop) takes out.
 *   <li>Reads: 20 ms frames and the calls of a {@link io.sidetone.core.port.RecognizerSession}.
 *   <li>Writes: the same, on the other thread.
 *   <li>Allocates: per utterance; never per frame.
 * </ul>
 */
package io.sidetone.speech.feed;
