/**
 * Faults of a configuration, said in full: every problem with its path and its remedy.
 *
 * <ul>
 *   <li>Runs on: the thread that loads; results are immutable.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start and on reload.
 * </ul>
 */
package io.sidetone.config.problem;
