/**
 * The wire format of carriers' media messages: JSON with Base64 audio.
 *
 * <ul>
 *   <li>Runs on: the event loop of the connection.
 *   <li>Reads: whole WebSocket text messages.
 *   <li>Writes: whole WebSocket text messages.
 *   <li>Allocates: nothing for a media message of the usual form once its buffers have grown; per message otherwise.
 * </ul>
 */
package io.sidetone.transport.carrier.wire;
