/**
 * The way from lanes to one event loop: rings of frames, the calls they belong to, the witness of the fence.
 *
 * <ul>
 *   <li>Runs on: the event loop of the calls; lanes only fill rings and wake.
 *   <li>Reads: egress rings.
 *   <li>Writes: the calls' own frames, counters, recorders.
 *   <li>Allocates: nothing per frame.
 * </ul>
 */
package io.sidetone.transport.egress;
