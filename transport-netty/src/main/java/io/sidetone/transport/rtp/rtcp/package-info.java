/**
 * RTCP: sender and receiver reports, round trip (RFC 3550 section 6).
 *
 * <ul>
 *   <li>Runs on: the call's media event loop.
 *   <li>Reads: compound packets, the sums of both directions.
 *   <li>Writes: compound packets, the round trip.
 *   <li>Allocates: at creation.
 * </ul>
 */
package io.sidetone.transport.rtp.rtcp;
