/**
 * The SIP user agent: calls, in and out, as an application sees them (RFC 3261 sections 8, 9, 11, 13–15; RFC 3262, 3311, 4028,
 * 6086). Media is not here: session descriptions pass through as bytes.
 *
 * <ul>
 *   <li>Runs on: the one SIP event loop; {@link io.sidetone.transport.sip.ua.SipLadder#entries()} from any thread.
 *   <li>Reads: requests, responses and timers, through the transaction layer.
 *   <li>Writes: requests and responses, through the transaction layer; events to the application.
 *   <li>Allocates: per message; nothing of it is on the media path.
 * </ul>
 */
package io.sidetone.transport.sip.ua;
