/**
 * Engines in order of preference: the next takes over when one fails, in the middle of a call and of a turn.
 *
 * <ul>
 *   <li>Runs on: one event loop per session; the lane hands over to it, engines' answers come back to it.
 *   <li>Reads: what the lane asks and engines answer.
 *   <li>Writes: the same, to the engine in charge and to the lane.
 *   <li>Allocates: per request and per call; never per frame on the lane.
 * </ul>
 */
package io.sidetone.speech.failover;
