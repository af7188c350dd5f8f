/**
 * What the speech detector sees of a corpus, for training its model.
 *
 * <ul>
 *   <li>Runs on: the main thread.
 *   <li>Reads: the audio a manifest names.
 *   <li>Writes: a file of numbers.
 *   <li>Allocates: per clip.
 * </ul>
 */
package io.sidetone.bench.hearing;
