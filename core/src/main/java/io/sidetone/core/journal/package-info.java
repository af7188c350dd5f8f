/**
 * The journal: everything a call takes in and gives out, from its lane through a ring to a file.
 *
 * <ul>
 *   <li>Runs on: recorders on the lane, writing on the journal thread.
 *   <li>Reads: what the lane's calls take in and give out.
 *   <li>Writes: one file per journaled call.
 *   <li>Allocates: at set-up, per call and per request of a turn; nothing per frame on the lane.
 * </ul>
 */
package io.sidetone.core.journal;
