/**
 * How counters of all rooms reach the registry that is scraped.
 *
 * <ul>
 *   <li>Runs on: the thread that starts the server; values are read at scrapes.
 *   <li>Reads: counters of any thread.
 *   <li>Writes: the registry.
 *   <li>Allocates: once.
 * </ul>
 */
package io.sidetone.transport.metrics;
