/**
 * Asterisk's AudioSocket: the dialplan application and the channel driver connect by TCP, one connection per call.
 * Frames carry media and events: one byte of kind, two of length, and a payload.
 *
 * <ul>
 *   <li>Runs on: event loops.
 *   <li>Reads: frames of one connection.
 *   <li>Writes: a call; frames of audio and hang-up, the only kinds that Asterisk accepts.
 *   <li>Allocates: per connection; per frame only pooled buffers.
 * </ul>
 */
package io.sidetone.transport.pbx.audiosocket;
