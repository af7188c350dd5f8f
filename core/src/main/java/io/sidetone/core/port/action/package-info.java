/**
 * The actions a dialogue may ask for, from definition to outcome. {@code ActionInvoker} carries them out.
 *
 * <ul>
 *   <li>Runs on: any thread; parameters are checked off the lane.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: for each action.
 * </ul>
 */
package io.sidetone.core.port.action;
