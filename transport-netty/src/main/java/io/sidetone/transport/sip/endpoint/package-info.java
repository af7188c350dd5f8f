/**
 * SIP on the wire: UDP and TCP sockets, framing, who may talk to us, counters.
 *
 * <ul>
 *   <li>Runs on: one event loop, all of it; counters may be read from any thread.
 *   <li>Reads: datagrams and byte streams; the injected clock once per read.
 *   <li>Writes: messages to sockets, at most one log line per kind and interval.
 *   <li>Allocates: per message, bounded by the limits; never per media frame.
 * </ul>
 */
package io.sidetone.transport.sip.endpoint;
