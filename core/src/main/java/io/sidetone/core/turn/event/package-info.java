/**
 * Reports of a call about its turns: descriptors, events, alerts (ITE section 4, Vantum monitoring).
 *
 * <ul>
 *   <li>Runs on: the lane thread writes, any thread reads what is published.
 *   <li>Reads: transitions of the floor, turns as they begin, end and are cut short.
 *   <li>Writes: turn events and bounded logs.
 *   <li>Allocates: per turn and per transition, never per frame.
 * </ul>
 */
package io.sidetone.core.turn.event;
