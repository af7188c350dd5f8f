/**
 * Agreement on the media of a trunk's calls: keys, codecs, digits, and sound before the answer.
 *
 * <ul>
 *   <li>Runs on: the one SIP event loop; a greeting is watched on its call's lane.
 *   <li>Reads: what offer and answer agreed on, and the settings of the trunk.
 *   <li>Writes: nothing.
 *   <li>Allocates: per negotiation.
 * </ul>
 */
package io.sidetone.transport.trunk.media;
