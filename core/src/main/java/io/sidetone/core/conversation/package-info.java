/**
 * The call at work: the steps its lane takes for it, from the caller's turn to the agent's.
 *
 * <ul>
 *   <li>Runs on: the lane thread; {@code EngineInbox} takes answers from any thread.
 *   <li>Reads: ring events of the call.
 *   <li>Writes: egress frames, requests to engines, the call's record.
 *   <li>Allocates: per call and per turn, never per frame.
 * </ul>
 */
package io.sidetone.core.conversation;
