/**
 * Session descriptions (RFC 4566, RFC 8866) and the offer/answer model (RFC 3264) for telephony, with keys of SRTP (RFC 4568).
 *
 * <ul>
 *   <li>Runs on: any thread; {@link io.sidetone.transport.sip.sdp.SdpSession} belongs to its dialog's event loop.
 *   <li>Reads: message bodies.
 *   <li>Writes: nothing.
 *   <li>Allocates: per description, bounded by {@link io.sidetone.transport.sip.sdp.SdpLimits}.
 * </ul>
 */
package io.sidetone.transport.sip.sdp;
