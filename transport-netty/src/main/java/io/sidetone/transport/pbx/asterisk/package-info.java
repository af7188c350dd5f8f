/**
 * Asterisk's chan_websocket (20.16, 21.11, 22.6, 23.0 and newer): a call is one connection, binary messages are media
 * without a header, text messages control it.
 *
 * <ul>
 *   <li>Runs on: event loops.
 *   <li>Reads: messages of one connection.
 *   <li>Writes: a call, and messages of at most 128 bytes of text.
 *   <li>Allocates: per connection and per event; not per frame.
 * </ul>
 */
package io.sidetone.transport.pbx.asterisk;
