/**
 * What a dialogue may do, and who does it.
 *
 * <ul>
 *   <li>Runs on: the lane asks; implementations answer on threads of their own.
 *   <li>Reads: the call's context.
 *   <li>Writes: results into the ring.
 *   <li>Allocates: for each action.
 * </ul>
 */
package io.sidetone.core.port.action;
