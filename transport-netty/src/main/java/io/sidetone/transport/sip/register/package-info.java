/**
 * Our own requests outside calls: REGISTER that keeps a registration, and OPTIONS that asks whether a peer is there.
 *
 * <ul>
 *   <li>Runs on: the one SIP event loop.
 *   <li>Reads: final responses, and the time that is handed in.
 *   <li>Writes: requests to flows; outcomes to listeners, never from inside a send.
 *   <li>Allocates: per request; nothing of it is on the media path.
 * </ul>
 */
package io.sidetone.transport.sip.register;
