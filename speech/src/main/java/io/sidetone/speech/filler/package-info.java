/**
 * Something to hear while a model takes its time.
 *
 * <ul>
 *   <li>Runs on: the lane asks; a timer and the model's thread answer.
 *   <li>Reads: what a model answers.
 *   <li>Writes: the same, with a sentence before it when it is late.
 *   <li>Allocates: per turn.
 * </ul>
 */
package io.sidetone.speech.filler;
