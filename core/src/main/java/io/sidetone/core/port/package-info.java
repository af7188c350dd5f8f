/**
 * Things that the call needs from outside: engines, signalling, media. Implemented in other modules.
 *
 * <ul>
 *   <li>Runs on: sessions are called on the lane; their events come from any thread.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: per request, never per frame.
 * </ul>
 */
package io.sidetone.core.port;
