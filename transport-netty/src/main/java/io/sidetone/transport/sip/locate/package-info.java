/**
 * Targets to which a SIP URI leads (RFC 3263): NAPTR, SRV and addresses, in the order to try them.
 *
 * <ul>
 *   <li>Runs on: the one SIP event loop.
 *   <li>Reads: DNS answers through {@link io.sidetone.transport.sip.locate.NameService}.
 *   <li>Writes: queries; results to callbacks, also from inside the call that asked.
 *   <li>Allocates: per lookup; nothing of it is on the media path.
 * </ul>
 */
package io.sidetone.transport.sip.locate;
