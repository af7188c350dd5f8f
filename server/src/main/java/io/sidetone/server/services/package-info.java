/**
 * Engines that are services, as the configuration describes them.
 *
 * <ul>
 *   <li>Runs on: the main thread, at start.
 *   <li>Reads: the section {@code engines}.
 *   <li>Writes: engines, and the meter of each.
 *   <li>Allocates: at start.
 * </ul>
 */
package io.sidetone.server.services;
