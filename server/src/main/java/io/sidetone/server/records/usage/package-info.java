/**
 * Usage of engines by calls, and its cost; facts that the first and the last events of a call say beyond its turns.
 *
 * <ul>
 *   <li>Runs on: any thread; events of a call on its lane.
 *   <li>Reads: the meters of engines, the set-up of a call.
 *   <li>Writes: nothing.
 *   <li>Allocates: per query and call.
 * </ul>
 */
package io.sidetone.server.records.usage;
