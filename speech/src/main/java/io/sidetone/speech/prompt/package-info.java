/**
 * Keeps the audio of frequent sentences: they cost nothing, begin at once, and work when the service is down.
 *
 * <ul>
 *   <li>Runs on: one event loop per session.
 *   <li>Reads: events of the wrapped voice.
 *   <li>Writes: the same events, or events with kept audio.
 *   <li>Allocates: per clause and per chunk; kept audio is bounded in bytes.
 * </ul>
 */
package io.sidetone.speech.prompt;
