/**
 * Tries whether an engine works, before calls depend on it.
 *
 * <ul>
 *   <li>Runs on: any thread; answers come on the engine's loop.
 *   <li>Reads: the engine's settings.
 *   <li>Writes: one tiny request.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.speech.probe;
