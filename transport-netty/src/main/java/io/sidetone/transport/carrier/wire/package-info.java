/**
 * What carriers' media messages look like on the wire: JSON with Base64 audio.
 *
 * <ul>
 *   <li>Runs on: the event loop of the connection.
 *   <li>Reads: whole WebSocket text messages.
 *   <li>Writes: whole WebSocket text messages.
 *   <li>Allocates: nothing for a media message of the usual shape once its buffers have grown; per message otherwise.
 * </ul>
 */
package io.sidetone.transport.carrier.wire;
