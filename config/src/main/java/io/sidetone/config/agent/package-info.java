/**
 * The section {@code agents}: who answers, and with what.
 *
 * <ul>
 *   <li>Runs on: the thread that loads the configuration.
 *   <li>Reads: typed values, the names of flow files.
 *   <li>Writes: immutable records, problems.
 *   <li>Allocates: once, at the start.
 * </ul>
 */
package io.sidetone.config.agent;
