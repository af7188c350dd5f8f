/**
 * Deepgram: recognition by Nova (listen v1) and Flux (listen v2), synthesis by Aura (speak v1).
 *
 * <ul>
 *   <li>Runs on: sessions are called on the lane; everything else on the session's event loop.
 *   <li>Reads: 20 ms frames and clauses; what the service sends.
 *   <li>Writes: audio and commands to the service; transcripts and audio to the lane.
 *   <li>Allocates: per message and per utterance; never per frame on the lane.
 * </ul>
 */
package io.sidetone.speech.deepgram;
