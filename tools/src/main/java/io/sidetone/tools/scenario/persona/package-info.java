/**
 * Callers whom models play: what they are told, what they answer, and what they answered before.
 *
 * <ul>
 *   <li>Runs on: the thread that plays the call; it waits for the model.
 *   <li>Reads: what the agent was heard to say, recordings.
 *   <li>Writes: steps of the caller, recordings.
 *   <li>Allocates: per turn.
 * </ul>
 */
package io.sidetone.tools.scenario.persona;
