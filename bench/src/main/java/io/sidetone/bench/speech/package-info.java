/**
 * The soak of the native speech libraries: many texts, many grammars, and the growth of the process.
 *
 * <ul>
 *   <li>Runs on: the main thread; the voice has a thread of its own.
 *   <li>Reads: the shipped flow, the process's memory from /proc.
 *   <li>Writes: standard output.
 *   <li>Allocates: per text.
 * </ul>
 */
package io.sidetone.bench.speech;
