/**
 * Engines of a call that is played in virtual time: they hear what the scenario says and answer what it gives.
 *
 * <ul>
 *   <li>Runs on: the one thread that plays the call.
 *   <li>Reads: the scenario, the virtual clock.
 *   <li>Writes: events of the call's lane.
 *   <li>Allocates: per utterance and per answer.
 * </ul>
 */
package io.sidetone.tools.scenario.engine;
