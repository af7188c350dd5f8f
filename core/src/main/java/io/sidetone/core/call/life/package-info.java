/**
 * The life of a call on its lane: admission, engines, hold and transfer, frames out, end.
 *
 * <ul>
 *   <li>Runs on: the lane thread; {@code EngineInbox} takes answers from any thread.
 *   <li>Reads: ring events of the call.
 *   <li>Writes: egress frames, the call's record; applies the effects of the conversation.
 *   <li>Allocates: per call and per turn, never per frame.
 * </ul>
 */
package io.sidetone.core.call.life;
