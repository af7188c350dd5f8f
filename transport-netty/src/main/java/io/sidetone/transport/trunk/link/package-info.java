/**
 * Trunks that are called: where they are, whether they answer, and our registration there.
 *
 * <ul>
 *   <li>Runs on: the one SIP event loop; {@link io.sidetone.transport.trunk.link.TrunkStatus} is read from any thread.
 *   <li>Reads: settings of the trunks, DNS, answers to OPTIONS and REGISTER.
 *   <li>Writes: requests to flows, addresses of the trunks to the source policy, snapshots of their state.
 *   <li>Allocates: per request; nothing of it is on the media path.
 * </ul>
 */
package io.sidetone.transport.trunk.link;
