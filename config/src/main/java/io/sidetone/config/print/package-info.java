/**
 * The configuration as people and editors read it: print-out, reference page, JSON Schema.
 *
 * <ul>
 *   <li>Runs on: the thread of the command.
 *   <li>Reads: the registry of keys, typed values.
 *   <li>Writes: text.
 *   <li>Allocates: once, at the start.
 * </ul>
 */
package io.sidetone.config.print;
