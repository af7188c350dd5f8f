/**
 * Actions: all that the dialogue may do besides talking.
 *
 * <ul>
 *   <li>Runs on: the thread that asks; nothing blocks.
 *   <li>Reads: action calls.
 *   <li>Writes: results, the log.
 *   <li>Allocates: per action.
 * </ul>
 */
package io.sidetone.server.actions;
