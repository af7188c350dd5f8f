/**
 * FreeSWITCH: mod_audio_fork, jambonz {@code listen} and mod_audio_stream. The switch connects. Binary messages are
 * linear audio, low byte first. Text messages are JSON, except the first one, whose content the dialplan decides.
 *
 * <ul>
 *   <li>Runs on: event loops.
 *   <li>Reads: messages of one connection.
 *   <li>Writes: a call, and messages.
 *   <li>Allocates: per connection and per event; per frame only the messages of mod_audio_stream.
 * </ul>
 */
package io.sidetone.transport.pbx.freeswitch;
