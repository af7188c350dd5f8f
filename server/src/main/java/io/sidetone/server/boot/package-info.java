/**
 * Start and stop: puts the parts of the server together, in order, once, and stops its process.
 *
 * <ul>
 *   <li>Runs on: the main thread; threads that the JVM takes signals on.
 *   <li>Reads: the configuration.
 *   <li>Writes: one line per listener, then {@code ready}.
 *   <li>Allocates: at start and while it stops.
 * </ul>
 */
package io.sidetone.server.boot;
