/**
 * Quality of the sound of a call, estimated from what its packets went through: the E-model (ITU-T G.107) and patterns of loss (RFC 3611).
 *
 * <ul>
 *   <li>Runs on: any thread; a {@link io.sidetone.transport.rtp.quality.LossPattern} on the call's media event loop.
 *   <li>Reads: loss, delay, codec.
 *   <li>Writes: nothing; the pattern its own counts.
 *   <li>Allocates: nothing per packet.
 * </ul>
 */
package io.sidetone.transport.rtp.quality;
