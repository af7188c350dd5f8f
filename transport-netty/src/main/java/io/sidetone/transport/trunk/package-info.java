/**
 * Place where a SIP call, its media port and its lane meet: one {@link io.sidetone.transport.trunk.TrunkCall} each.
 *
 * <ul>
 *   <li>Runs on: the SIP event loop; the lane's requests are handed over to it.
 *   <li>Reads: SIP user agent callbacks, session descriptions.
 *   <li>Writes: lane events, media port negotiations, SIP answers.
 *   <li>Allocates: per call and per offer, never per packet.
 * </ul>
 */
package io.sidetone.transport.trunk;
