/**
 * Account of who speaks in a call, and what is said: the caller's turns, the agent's turns, and what is pending between them.
 *
 * <ul>
 *   <li>Runs on: the lane thread.
 *   <li>Reads: ring events of the call.
 *   <li>Writes: requests to engines, {@code Effects}.
 *   <li>Allocates: per call and per turn, never per frame.
 * </ul>
 */
package io.sidetone.core.conversation;
