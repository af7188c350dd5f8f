/**
 * What calls used of engines, and its cost.
 *
 * <ul>
 *   <li>Runs on: any thread; the last event of a call on its lane.
 *   <li>Reads: the meters of engines.
 *   <li>Writes: nothing.
 *   <li>Allocates: per query.
 * </ul>
 */
package io.sidetone.server.usage;
