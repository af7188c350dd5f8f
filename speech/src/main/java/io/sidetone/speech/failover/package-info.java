/**
 * Engines in order of preference: the next one replaces one that fails, in the middle of a call and of a turn.
 *
 * <ul>
 *   <li>Runs on: one event loop per session; the lane and the engines pass their events to it.
 *   <li>Reads: requests of the lane and answers of engines.
 *   <li>Writes: requests to the present engine, answers to the lane.
 *   <li>Allocates: per request and per call; never per frame on the lane.
 * </ul>
 */
package io.sidetone.speech.failover;
