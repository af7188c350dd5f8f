/**
 * What stands in for an engine session that died in a call: everything fails at once, as an answer like any other.
 *
 * <ul>
 *   <li>Runs on: the lane thread.
 *   <li>Reads: nothing.
 *   <li>Writes: ring events of the call.
 *   <li>Allocates: nothing.
 * </ul>
 */
package io.sidetone.core.port.lost;
