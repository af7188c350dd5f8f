/**
 * Drives one call through its script, on event time.
 *
 * <ul>
 *   <li>Runs on: the sending thread of the call.
 *   <li>Reads: what the agent's packets hold.
 *   <li>Writes: what the caller shall say next.
 *   <li>Allocates: some numbers for each second of the agent's sound.
 * </ul>
 */
package io.sidetone.server.softphone.scenario;
