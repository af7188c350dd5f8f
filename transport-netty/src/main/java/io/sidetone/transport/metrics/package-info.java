/**
 * Publishes the counters of all packages in the metrics registry.
 *
 * <ul>
 *   <li>Runs on: the thread that starts the server; values are read at scrapes.
 *   <li>Reads: counters of any thread.
 *   <li>Writes: the registry.
 *   <li>Allocates: once.
 * </ul>
 */
package io.sidetone.transport.metrics;
