/**
 * Recognition by pocketsphinx: a pool of decoders, one small grammar per dialogue state.
 *
 * <ul>
 *   <li>Runs on: the lane calls sessions; recognizer threads decode; a thread of the pool opens decoders.
 *   <li>Reads: 20 ms frames at 16 kHz, grammars.
 *   <li>Writes: transcripts.
 *   <li>Allocates: per utterance and per call; never per frame on the lane.
 * </ul>
 */
package io.sidetone.speech.embedded.sphinx;
