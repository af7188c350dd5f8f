/**
 * One real call: SIP, media, scenario and measuring put together.
 *
 * <ul>
 *   <li>Runs on: the thread that places the call, which waits for its end.
 *   <li>Reads: what happens on the wire.
 *   <li>Writes: the wire.
 *   <li>Allocates: for each call.
 * </ul>
 */
package io.sidetone.server.softphone.call;
