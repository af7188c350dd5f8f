/**
 * Every key as data: path, type, default, unit, range and reason. Parsing, defaults, print-outs and the reference page
 * all follow it.
 *
 * <ul>
 *   <li>Runs on: the thread that loads; the registry is immutable.
 *   <li>Reads: nodes, environment variables and secret files.
 *   <li>Writes: typed values.
 *   <li>Allocates: at start and on reload.
 * </ul>
 */
package io.sidetone.config.schema;
