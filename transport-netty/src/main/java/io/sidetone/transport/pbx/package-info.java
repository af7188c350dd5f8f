/**
 * Telephone switches that send a call's media as a stream: the common part of Asterisk, FreeSWITCH and Vonage. Each
 * dialect has a package below this one.
 *
 * <ul>
 *   <li>Runs on: event loops.
 *   <li>Reads: messages of one connection; the secrets of its dialect.
 *   <li>Writes: a {@link io.sidetone.transport.stream.StreamCall}; counters.
 *   <li>Allocates: per connection and per control message; not per frame.
 * </ul>
 */
package io.sidetone.transport.pbx;
