/**
 * The plugin {@code vosk}: recognition by Kaldi models on this machine.
 *
 * <ul>
 *   <li>Runs on: the lane puts frames and commands in; the engine's own threads decode; one more watches their deadlines.
 *   <li>Reads: a folder with a model, once.
 *   <li>Writes: nothing; Vosk unpacks its library into the folder for temporary files.
 *   <li>Allocates: per utterance and per look for words; on the lane nothing per frame.
 * </ul>
 */
package io.sidetone.vosk;
