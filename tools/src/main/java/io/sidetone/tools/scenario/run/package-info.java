/**
 * Plays scenarios: each is a call on a lane without a thread, whose time is stepped.
 *
 * <ul>
 *   <li>Runs on: one thread for each call that is played at the time.
 *   <li>Reads: scenarios, the configuration's agents.
 *   <li>Writes: what happened and what was expected in vain; journals.
 *   <li>Allocates: per call.
 * </ul>
 */
package io.sidetone.tools.scenario.run;
