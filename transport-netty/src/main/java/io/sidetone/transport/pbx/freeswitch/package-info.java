/**
 * FreeSWITCH: mod_audio_fork, jambonz {@code listen} and mod_audio_stream. The switch connects; binary messages are linear
 * sound, low byte first; text is JSON, except the first, which is whatever the dialplan says.
 *
 * <ul>
 *   <li>Runs on: event loops.
 *   <li>Reads: messages of one connection.
 *   <li>Writes: a call, and messages.
 *   <li>Allocates: per connection and per event; not per frame, but for the messages of mod_audio_stream.
 * </ul>
 */
package io.sidetone.transport.pbx.freeswitch;
