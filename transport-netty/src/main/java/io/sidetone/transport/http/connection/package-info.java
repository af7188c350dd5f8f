/**
 * The places of HTTP connections: their limit, the rule of displacement, and the places for probes.
 *
 * <ul>
 *   <li>Runs on: the event loops of HTTP, which share the places.
 *   <li>Reads: the state of each connection.
 *   <li>Writes: which connections are displaced; counters.
 *   <li>Allocates: per connection.
 * </ul>
 */
package io.sidetone.transport.http.connection;
