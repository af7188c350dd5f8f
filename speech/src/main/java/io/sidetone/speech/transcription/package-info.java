/**
 * Recognition by services that transcribe recordings: OpenAI's audio/transcriptions and compatible ones.
 *
 * <ul>
 *   <li>Runs on: the lane calls sessions; everything else runs on the session's event loop.
 *   <li>Reads: 20 ms frames; JSON or server-sent events.
 *   <li>Writes: one upload per utterance; transcripts.
 *   <li>Allocates: per utterance; never per frame on the lane.
 * </ul>
 */
package io.sidetone.speech.transcription;
