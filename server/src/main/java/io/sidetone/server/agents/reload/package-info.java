/**
 * A new configuration in a running server: what it opens, which calls still use what an older one opened, which get other policies.
 *
 * <ul>
 *   <li>Runs on: the thread {@code reload}; calls are noted on lanes and event loops.
 *   <li>Reads: the configuration file.
 *   <li>Writes: policies of running calls, as events of their lanes.
 *   <li>Allocates: per reload, and one entry per call.
 * </ul>
 */
package io.sidetone.server.agents.reload;
