/**
 * Actions that tools of MCP servers carry out (Model Context Protocol), over HTTP or a process's input and output.
 *
 * <ul>
 *   <li>Runs on: one thread that owns all state; the HTTP client's threads and three for each process read and write.
 *   <li>Reads: action calls, messages of MCP servers.
 *   <li>Writes: requests, results, the registry of actions, the log.
 *   <li>Allocates: per action and message.
 * </ul>
 */
package io.sidetone.server.actions.mcp;
