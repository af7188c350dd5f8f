/**
 * The agents of the configuration in force, with their engines: opened, rehearsed, and replaced on reload.
 *
 * <ul>
 *   <li>Runs on: the main thread; reloads on a thread of their own.
 *   <li>Reads: the configuration.
 *   <li>Writes: what calls are planned with.
 *   <li>Allocates: at start and on reload.
 * </ul>
 */
package io.sidetone.server.agents;
