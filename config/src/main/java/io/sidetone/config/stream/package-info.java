/**
 * Calls whose media come as a stream, as the configuration describes them: a record per dialect.
 *
 * <ul>
 *   <li>Runs on: the thread that loads the configuration.
 *   <li>Reads: typed values.
 *   <li>Writes: immutable records, problems.
 *   <li>Allocates: once, at the start.
 * </ul>
 */
package io.sidetone.config.stream;
