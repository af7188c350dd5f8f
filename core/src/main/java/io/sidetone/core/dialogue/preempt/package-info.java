/**
 * An answer that is begun before the caller's turn is over, and held until it is.
 *
 * <ul>
 *   <li>Runs on: the lane thread.
 *   <li>Reads: the recognizer's words, what the model answers to them.
 *   <li>Writes: nothing; the call asks, adopts and gives up.
 *   <li>Allocates: per request and per piece of its answer, nothing per frame.
 * </ul>
 */
package io.sidetone.core.dialogue.preempt;
