/**
 * Calls as their replay shows them: sound of both sides, turns, timeline; and what became of several.
 *
 * <ul>
 *   <li>Runs on: the main thread.
 *   <li>Reads: journals.
 *   <li>Writes: nothing.
 *   <li>Allocates: the whole call.
 * </ul>
 */
package io.sidetone.server.replay;
