/**
 * Connections to engines that are services: WebSocket and streamed HTTP, over TLS or not.
 *
 * <ul>
 *   <li>Runs on: event loops of its own ("engine"); everything of one connection on one loop.
 *   <li>Reads: what services send.
 *   <li>Writes: what engines ask for; listeners are notified on the connection's loop.
 *   <li>Allocates: per message; buffers are pooled.
 * </ul>
 */
package io.sidetone.speech.net;
