/**
 * The caller's side of one call: detection, concealment, pre-roll, feeding the recognizer, sources of speech
 * evidence, keys.
 *
 * <ul>
 *   <li>Runs on: the lane thread.
 *   <li>Reads: the caller's frames, and those we sent as echo reference.
 *   <li>Writes: the recognizer's session, speech scores.
 *   <li>Allocates: per utterance; room for what we send when the agent begins to speak; what replaces lost frames at the first loss; nothing per frame.
 * </ul>
 */
package io.sidetone.core.hearing;
