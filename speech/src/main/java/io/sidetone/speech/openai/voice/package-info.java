/**
 * OpenAI's voices, and those of compatible servers: one streamed HTTP request per clause.
 *
 * <ul>
 *   <li>Runs on: the session's event loop.
 *   <li>Reads: raw PCM, cut anywhere.
 *   <li>Writes: requests; audio and ends of clauses to the session.
 *   <li>Allocates: per clause and per piece.
 * </ul>
 */
package io.sidetone.speech.openai.voice;
