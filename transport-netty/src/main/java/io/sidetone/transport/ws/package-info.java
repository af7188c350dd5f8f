/**
 * Connections that speak WebSocket (RFC 6455): decided before the upgrade, bounded and timed after it.
 *
 * <ul>
 *   <li>Runs on: the event loop of the connection.
 *   <li>Reads: HTTP upgrades, WebSocket messages.
 *   <li>Writes: messages of the protocols that are spoken.
 *   <li>Allocates: per connection and per message what Netty pools.
 * </ul>
 */
package io.sidetone.transport.ws;
