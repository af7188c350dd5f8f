/**
 * The lane: one thread that owns every call on it, its ring of events, the slots of its calls, and the rings of its
 * frames.
 *
 * <ul>
 *   <li>Runs on: the lane thread; producers on any thread publish; event loops read egress rings.
 *   <li>Reads: ring events.
 *   <li>Writes: ring slots, the table of calls.
 *   <li>Allocates: at set-up; per call; control events that find the ring full; the room of a slot when a longer frame first comes to it.
 * </ul>
 */
package io.sidetone.core.lane;
