/**
 * SRTP and SRTCP (RFC 3711, RFC 7714): keys of one call, and the packets they protect.
 *
 * <ul>
 *   <li>Runs on: the call's media event loop; keys are made on the SIP event loop.
 *   <li>Reads: datagrams.
 *   <li>Writes: datagrams, in place; counters.
 *   <li>Allocates: per negotiation of new keys; never per packet.
 * </ul>
 */
package io.sidetone.transport.rtp.srtp;
