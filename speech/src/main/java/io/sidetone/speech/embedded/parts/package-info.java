/**
 * The common base of the embedded engines: native libraries of this machine, C functions, problems found at set-up.
 *
 * <ul>
 *   <li>Runs on: the thread that opens an engine.
 *   <li>Reads: library and model folders.
 *   <li>Writes: nothing.
 *   <li>Allocates: at set-up.
 * </ul>
 */
package io.sidetone.speech.embedded.parts;
