/**
 * Creates the engines that are services from the configuration.
 *
 * <ul>
 *   <li>Runs on: the main thread at start, the thread {@code reload} later.
 *   <li>Reads: the section {@code engines}.
 *   <li>Writes: engines, and the meter of each.
 *   <li>Allocates: at start and on reload.
 * </ul>
 */
package io.sidetone.server.agents.services;
