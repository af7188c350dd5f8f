/**
 * Recognition by services that transcribe a recording: OpenAI's audio/transcriptions and everything compatible.
 *
 * <ul>
 *   <li>Runs on: sessions are called on the lane; everything else on the session's event loop.
 *   <li>Reads: 20 ms frames; JSON or server-sent events.
 *   <li>Writes: one upload per utterance; transcripts.
 *   <li>Allocates: per utterance; never per frame on the lane.
 * </ul>
 */
package io.sidetone.speech.transcription;
