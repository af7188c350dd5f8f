/**
 * Calls as their replay shows them: sound of both sides, turns and timeline; and the results of several replays.
 *
 * <ul>
 *   <li>Runs on: the main thread.
 *   <li>Reads: journals.
 *   <li>Writes: nothing.
 *   <li>Allocates: memory for the whole call.
 * </ul>
 */
package io.sidetone.tools.replay;
