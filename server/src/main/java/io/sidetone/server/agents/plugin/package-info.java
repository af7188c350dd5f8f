/**
 * Loads code from outside the program: the JARs of the folder that {@code plugins} names.
 *
 * <ul>
 *   <li>Runs on: the main thread, at start.
 *   <li>Reads: the folder.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start.
 * </ul>
 */
package io.sidetone.server.agents.plugin;
