/**
 * A call as its replay shows it: sound of both sides, turns, timeline.
 *
 * <ul>
 *   <li>Runs on: the main thread.
 *   <li>Reads: a journal.
 *   <li>Writes: nothing.
 *   <li>Allocates: the whole call.
 * </ul>
 */
package io.sidetone.server.replay;
