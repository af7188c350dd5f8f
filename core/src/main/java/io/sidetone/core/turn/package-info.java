/**
 * Who has the floor: evidence of speech, yield, commit, resume, end of turn.
 *
 * <ul>
 *   <li>Runs on: the lane thread.
 *   <li>Reads: speech scores and time.
 *   <li>Writes: turn decisions.
 *   <li>Allocates: never.
 * </ul>
 */
package io.sidetone.core.turn;
