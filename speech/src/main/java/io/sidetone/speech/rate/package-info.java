/**
 * Engines that exchange audio at the rate of the call: one for narrow-band calls, one for all others.
 *
 * <ul>
 *   <li>Runs on: whatever thread sets a call up.
 *   <li>Reads: the rate of the call's frames.
 *   <li>Writes: nothing; the engine that is chosen serves the call.
 *   <li>Allocates: the second engine, at the first call that wants it.
 * </ul>
 */
package io.sidetone.speech.rate;
