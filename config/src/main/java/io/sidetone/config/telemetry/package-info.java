/**
 * Destination of traces of calls.
 *
 * <ul>
 *   <li>Runs on: any thread, at start.
 *   <li>Reads: typed values by path.
 *   <li>Writes: immutable records; problems.
 *   <li>Allocates: at start.
 * </ul>
 */
package io.sidetone.config.telemetry;
