/**
 * The lane: one ring and one thread that own every call on it.
 *
 * <ul>
 *   <li>Runs on: the lane thread; producers on any thread publish.
 *   <li>Reads: ring events.
 *   <li>Writes: ring slots.
 *   <li>Allocates: at set-up; control events that find the ring full.
 * </ul>
 */
package io.sidetone.core.lane;
