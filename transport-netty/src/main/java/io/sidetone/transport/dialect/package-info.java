/**
 * Media dialects: what carriers and switches speak over a WebSocket at {@code /media/NAME}. One protocol and one session serve
 * them all; a dialect is an input, an output and a line in the table of {@code dialect.service}.
 *
 * <ul>
 *   <li>Runs on: the event loop of the connection.
 *   <li>Reads: messages of the peer.
 *   <li>Writes: a call, and what closes the connection.
 *   <li>Allocates: per connection and per call, never per frame.
 * </ul>
 */
package io.sidetone.transport.dialect;
