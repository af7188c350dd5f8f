/**
 * What happened in a call, line by line.
 *
 * <ul>
 *   <li>Runs on: the lane appends; any thread reads.
 *   <li>Reads: nothing.
 *   <li>Writes: one bounded list.
 *   <li>Allocates: an entry per line; nothing per frame.
 * </ul>
 */
package io.sidetone.core.call.timeline;
