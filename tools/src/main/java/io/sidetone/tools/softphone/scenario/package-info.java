/**
 * Runs one call through its script, on event time.
 *
 * <ul>
 *   <li>Runs on: the sending thread of the call.
 *   <li>Reads: the sound of the agent's packets.
 *   <li>Writes: commands to the caller's side.
 *   <li>Allocates: some numbers for each second of the agent's sound.
 * </ul>
 */
package io.sidetone.tools.softphone.scenario;
