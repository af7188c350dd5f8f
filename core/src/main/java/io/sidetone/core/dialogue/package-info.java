/**
 * Record of what was said: text of turns, clauses, history as it was heard.
 *
 * <ul>
 *   <li>Runs on: the lane thread.
 *   <li>Reads: response text and playout positions.
 *   <li>Writes: history.
 *   <li>Allocates: per turn.
 * </ul>
 */
package io.sidetone.core.dialogue;
