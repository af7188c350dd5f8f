/**
 * Things that two SIP peers agree on beyond one transaction: dialogs (RFC 3261 section 12), offer and answer (RFC 3264, RFC 6337),
 * the repetition of a 2xx until its ACK (RFC 3261 13.3.1.4) and session timers (RFC 4028).
 *
 * <ul>
 *   <li>Runs on: the one SIP event loop.
 *   <li>Reads: parsed messages.
 *   <li>Writes: requests to be sent, never a socket.
 *   <li>Allocates: per message; nothing of it is on the media path.
 * </ul>
 */
package io.sidetone.transport.sip.dialog;
