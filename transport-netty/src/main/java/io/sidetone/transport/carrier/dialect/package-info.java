/**
 * The carriers' dialects: each has a class that reads and a class that writes.
 *
 * <ul>
 *   <li>Runs on: the event loop of each connection.
 *   <li>Reads: the carrier's messages.
 *   <li>Writes: the carrier's messages.
 *   <li>Allocates: per connection and per message that is not audio.
 * </ul>
 */
package io.sidetone.transport.carrier.dialect;
