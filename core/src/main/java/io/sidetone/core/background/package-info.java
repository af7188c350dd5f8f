/**
 * Threads beside the lanes and event loops.
 *
 * <ul>
 *   <li>Runs on: any thread.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: a thread or an executor per call.
 * </ul>
 */
package io.sidetone.core.background;
