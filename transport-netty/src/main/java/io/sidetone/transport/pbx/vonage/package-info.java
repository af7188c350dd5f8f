/**
 * Vonage Voice: the WebSocket endpoint of an NCCO's {@code connect}. Binary messages are 20 ms of audio, text messages
 * are JSON.
 *
 * <ul>
 *   <li>Runs on: event loops.
 *   <li>Reads: messages of one connection.
 *   <li>Writes: a call, and messages.
 *   <li>Allocates: per connection and per event; not per frame.
 * </ul>
 */
package io.sidetone.transport.pbx.vonage;
