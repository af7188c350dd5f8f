/**
 * What calls used of engines, and what that costs.
 *
 * <ul>
 *   <li>Runs on: any thread; the last event of a call on its lane.
 *   <li>Reads: what engines counted.
 *   <li>Writes: nothing.
 *   <li>Allocates: per question.
 * </ul>
 */
package io.sidetone.server.usage;
