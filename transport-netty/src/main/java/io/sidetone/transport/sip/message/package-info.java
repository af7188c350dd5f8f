/**
 * SIP messages (RFC 3261 sections 7, 19, 20, 25): immutable model, byte-level parser, encoder.
 *
 * <ul>
 *   <li>Runs on: any thread; nothing here is shared or locked.
 *   <li>Reads: bytes of one message, already framed.
 *   <li>Writes: nothing.
 *   <li>Allocates: one object graph per message, bounded by {@link SipLimits}; never per media frame.
 * </ul>
 */
package io.sidetone.transport.sip.message;
