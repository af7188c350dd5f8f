/**
 * Says a filler sentence while a model takes long to answer.
 *
 * <ul>
 *   <li>Runs on: the lane asks; a timer and the model's thread answer.
 *   <li>Reads: answers of a model.
 *   <li>Writes: the same answers; a sentence before a late one.
 *   <li>Allocates: per turn.
 * </ul>
 */
package io.sidetone.speech.filler;
