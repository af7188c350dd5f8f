/**
 * Requests to the telephone side of a call while the call goes on, how it answers, and why a call
 * ends.
 *
 * <ul>
 *   <li>Runs on: the lane that asks; answers come from any thread.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: per request, never per frame.
 * </ul>
 */
package io.sidetone.core.control;
