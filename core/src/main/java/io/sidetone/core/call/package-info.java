/**
 * One call: its handle, its set-up, and the steps its lane takes for it.
 *
 * <ul>
 *   <li>Runs on: the lane thread, except the thread-safe call table.
 *   <li>Reads: ring events of the call.
 *   <li>Writes: egress frames, requests to engines, published snapshots.
 *   <li>Allocates: per call and per turn, never per frame.
 * </ul>
 */
package io.sidetone.core.call;
