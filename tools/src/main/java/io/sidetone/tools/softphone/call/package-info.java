/**
 * One real call: connects SIP, media, scenario and measurements.
 *
 * <ul>
 *   <li>Runs on: the thread that places the call, which waits for its end.
 *   <li>Reads: signalling and media of the call.
 *   <li>Writes: signalling and media of the call.
 *   <li>Allocates: for each call.
 * </ul>
 */
package io.sidetone.tools.softphone.call;
