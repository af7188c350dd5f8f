/**
 * Digest authentication of SIP (RFC 3261 section 22, RFC 7616, RFC 8760), as the one who is asked and as the one who asks.
 *
 * <ul>
 *   <li>Runs on: the one SIP event loop; the accounts and algorithms are immutable and may be used from any thread.
 *   <li>Reads: challenges in responses, credentials in requests, random numbers that are handed in.
 *   <li>Writes: headers of requests, 401 responses to flows; counters.
 *   <li>Allocates: per message; nothing of it is on the media path.
 * </ul>
 */
package io.sidetone.transport.sip.digest;
