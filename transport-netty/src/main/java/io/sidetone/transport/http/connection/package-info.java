/**
 * The places of HTTP connections: how many there are, who may be displaced, and what is kept for probes.
 *
 * <ul>
 *   <li>Runs on: the event loops of HTTP, which share the places.
 *   <li>Reads: what connections say of themselves.
 *   <li>Writes: which connections are closed for others; counters.
 *   <li>Allocates: per connection.
 * </ul>
 */
package io.sidetone.transport.http.connection;
