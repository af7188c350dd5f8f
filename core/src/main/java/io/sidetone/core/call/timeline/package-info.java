/**
 * Account of what happened in a call, line by line.
 *
 * <ul>
 *   <li>Runs on: the lane appends; any thread reads.
 *   <li>Reads: nothing.
 *   <li>Writes: one bounded list, the levels of both voices.
 *   <li>Allocates: an entry per line; nothing per frame, but for the levels after one, two and four minutes.
 * </ul>
 */
package io.sidetone.core.call.timeline;
