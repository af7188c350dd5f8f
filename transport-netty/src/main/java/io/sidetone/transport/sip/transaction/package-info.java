/**
 * SIP transactions (RFC 3261 section 17, RFC 6026): the four machines as tables, their timers, and the layer that matches
 * messages to them.
 *
 * <ul>
 *   <li>Runs on: the one SIP event loop; only {@link io.sidetone.core.metrics.SingleWriterCounters} may be read from elsewhere.
 *   <li>Reads: parsed messages and the flows they came on.
 *   <li>Writes: encoded messages to flows; events to the {@link io.sidetone.transport.sip.transaction.TransactionUser}.
 *   <li>Allocates: per message; nothing of it is on the media path.
 * </ul>
 */
package io.sidetone.transport.sip.transaction;
