/**
 * Interfaces that the author of a plugin implements, and what a plugin receives from the server. Everything that stands behind a port
 * can come from a plugin, in one shape: a name, declared options, and an engine that is opened once.
 *
 * <ul>
 *   <li>Runs on: the main thread or the thread {@code reload} opens and closes; sessions run as their ports say.
 *   <li>Reads: an entry of the configuration.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start.
 * </ul>
 */
package io.sidetone.core.port.plugin;
