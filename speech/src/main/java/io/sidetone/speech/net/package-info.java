/**
 * Connections to engines that are services: WebSocket and streamed HTTP, with and without TLS.
 *
 * <ul>
 *   <li>Runs on: event loops of its own ("engine"); everything of one connection on one loop.
 *   <li>Reads: messages of services.
 *   <li>Writes: requests of engines; listeners are notified on the connection's loop.
 *   <li>Allocates: per message; buffers are pooled.
 * </ul>
 */
package io.sidetone.speech.net;
