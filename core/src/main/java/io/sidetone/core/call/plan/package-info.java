/**
 * Plan of who takes a call and with what, and how somebody outside may decide it while the call rings.
 *
 * <ul>
 *   <li>Runs on: the event loop that takes the call; an answer from outside comes on any thread.
 *   <li>Reads: who calls whom.
 *   <li>Writes: the set-up of the call.
 *   <li>Allocates: per call.
 * </ul>
 */
package io.sidetone.core.call.plan;
