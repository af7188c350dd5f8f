/**
 * Calls whose media a carrier sends over a WebSocket as JSON: the common part of those dialects.
 *
 * <ul>
 *   <li>Runs on: the event loop of each connection.
 *   <li>Reads: the carrier's messages.
 *   <li>Writes: calls (through the stream transport), the carrier's messages, counters.
 *   <li>Allocates: per connection and per message that is not audio; nothing per 20 ms of audio.
 * </ul>
 */
package io.sidetone.transport.carrier;
