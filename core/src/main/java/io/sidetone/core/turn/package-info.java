/**
 * Meaning of the caller's sound: evidence of speech becomes signals (yield, commit, resume, end of turn), never a floor state.
 *
 * <ul>
 *   <li>Runs on: the lane thread.
 *   <li>Reads: speech scores and time.
 *   <li>Writes: signals.
 *   <li>Allocates: never.
 * </ul>
 */
package io.sidetone.core.turn;
