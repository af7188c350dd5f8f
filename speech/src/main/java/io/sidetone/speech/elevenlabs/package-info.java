/**
 * ElevenLabs' voices over the multi-context WebSocket: one connection per call, one context per clause, alignment.
 *
 * <ul>
 *   <li>Runs on: the session's event loop.
 *   <li>Reads: JSON messages with audio in base64.
 *   <li>Writes: contexts, flushes and their ends; audio and ends of clauses to the session.
 *   <li>Allocates: per clause and per message.
 * </ul>
 */
package io.sidetone.speech.elevenlabs;
