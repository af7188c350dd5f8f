/**
 * Recognition by pocketsphinx: a pool of decoders, one small grammar per dialogue state.
 *
 * <ul>
 *   <li>Runs on: sessions are called on the lane; decoding on recognizer threads; decoders open on a thread of the pool.
 *   <li>Reads: 20 ms frames at 16 kHz, grammars.
 *   <li>Writes: transcripts.
 *   <li>Allocates: per utterance and per call; never per frame on the lane.
 * </ul>
 */
package io.sidetone.speech.embedded.sphinx;
