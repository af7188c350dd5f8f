/**
 * Deepgram: recognition by Nova (listen v1) and Flux (listen v2), synthesis by Aura (speak v1).
 *
 * <ul>
 *   <li>Runs on: the lane calls sessions; everything else runs on the session's event loop.
 *   <li>Reads: 20 ms frames and clauses; messages of the service.
 *   <li>Writes: audio and commands to the service; transcripts and audio to the lane.
 *   <li>Allocates: per message and per utterance; never per frame on the lane.
 * </ul>
 */
package io.sidetone.speech.deepgram;
