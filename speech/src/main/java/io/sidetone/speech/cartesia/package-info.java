/**
 * Cartesia's voices over its WebSocket: one connection per call, one context per turn, word times, cancel by context.
 *
 * <ul>
 *   <li>Runs on: the session's event loop.
 *   <li>Reads: JSON messages with audio in base64.
 *   <li>Writes: generation requests, flushes and cancels; audio and ends of clauses to the session.
 *   <li>Allocates: per clause and per message.
 * </ul>
 */
package io.sidetone.speech.cartesia;
