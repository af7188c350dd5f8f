/**
 * Benches of the audio steps for 20 ms of sound (detector, canceller, resamplers, codec), and what is learnt from of a corpus.
 *
 * <ul>
 *   <li>Runs on: JMH's thread.
 *   <li>Reads: prepared frames.
 *   <li>Writes: its own buffers.
 *   <li>Allocates: at set-up.
 * </ul>
 */
package io.sidetone.bench.audio;
