/**
 * The soak of the native speech libraries: many texts, many grammars, and whether the process grows.
 *
 * <ul>
 *   <li>Runs on: the main thread; the voice has its own.
 *   <li>Reads: the shipped flow, the process's memory from /proc.
 *   <li>Writes: standard output.
 *   <li>Allocates: per text.
 * </ul>
 */
package io.sidetone.bench.speech;
