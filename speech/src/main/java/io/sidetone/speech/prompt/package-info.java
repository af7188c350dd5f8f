/**
 * Sentences that are said again and again, kept as audio: they cost nothing, begin at once, and can be said when the
 * service that made them is down.
 *
 * <ul>
 *   <li>Runs on: one event loop per session.
 *   <li>Reads: what the voice behind it publishes.
 *   <li>Writes: the same, or what was kept of it.
 *   <li>Allocates: per clause and per chunk; what is kept is bounded in bytes.
 * </ul>
 */
package io.sidetone.speech.prompt;
