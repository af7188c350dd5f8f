/**
 * SIP on the wire: sockets of UDP, TCP and TLS, framing, who may talk to us, counters.
 *
 * <ul>
 *   <li>Runs on: one event loop, but for the computing of TLS handshakes; counters may be read from any thread.
 *   <li>Reads: datagrams and byte streams; the injected clock once per read.
 *   <li>Writes: messages to sockets, at most one log line per kind and interval.
 *   <li>Allocates: per message, bounded by the limits; never per media frame.
 * </ul>
 */
package io.sidetone.transport.sip.endpoint;
