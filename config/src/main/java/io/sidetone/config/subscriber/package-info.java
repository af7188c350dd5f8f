/**
 * Web servers that receive turn events.
 *
 * <ul>
 *   <li>Runs on: the thread that loads the configuration.
 *   <li>Reads: typed values.
 *   <li>Writes: immutable records, problems.
 *   <li>Allocates: once, at the start.
 * </ul>
 */
package io.sidetone.config.subscriber;
