/**
 * State of who has the floor: the one state machine of a call and its four published views.
 *
 * <ul>
 *   <li>Runs on: the lane thread.
 *   <li>Reads: triggers.
 *   <li>Writes: state, counters, the transition log.
 *   <li>Allocates: never.
 * </ul>
 */
package io.sidetone.core.floor;
