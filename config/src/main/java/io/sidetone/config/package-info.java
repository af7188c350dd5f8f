/**
 * The configuration: typed, immutable records, how they are found, read, checked and printed.
 *
 * <ul>
 *   <li>Runs on: the thread that loads; records may be read from any thread.
 *   <li>Reads: one YAML file, environment variables, secret files.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start and on reload.
 * </ul>
 */
package io.sidetone.config;
