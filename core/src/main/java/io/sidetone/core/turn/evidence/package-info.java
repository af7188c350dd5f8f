/**
 * Memory of the turn engine for evidence: the burst of speech, its pieces, the words of a pause, trust in the line.
 *
 * <ul>
 *   <li>Runs on: the lane thread.
 *   <li>Reads: frames, words, time.
 *   <li>Writes: its own state.
 *   <li>Allocates: never.
 * </ul>
 */
package io.sidetone.core.turn.evidence;
