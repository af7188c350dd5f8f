/**
 * Scenarios of calls that took place: read from their journals.
 *
 * <ul>
 *   <li>Runs on: the thread of the command.
 *   <li>Reads: one journal.
 *   <li>Writes: the text of a scenario file.
 *   <li>Allocates: once per call.
 * </ul>
 */
package io.sidetone.tools.scenario.recorded;
