/**
 * WebSocket connections (RFC 6455): decided before the upgrade, bounded and timed after it.
 *
 * <ul>
 *   <li>Runs on: the event loop of the connection.
 *   <li>Reads: HTTP upgrades, WebSocket messages.
 *   <li>Writes: messages of the protocols.
 *   <li>Allocates: per connection; per message the buffers that Netty pools.
 * </ul>
 */
package io.sidetone.transport.ws;
