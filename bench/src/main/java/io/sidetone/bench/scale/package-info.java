/**
 * Costs of calls as they become many: the server beside a relay, a bare echo or an agent in Node, in turns, at several numbers of calls.
 *
 * <ul>
 *   <li>Runs on: the main thread; servers are separate processes, the callers have threads of their own.
 *   <li>Reads: processes in /proc, the server's metrics.
 *   <li>Writes: standard output, a table, a JSON file and a picture in a folder.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.bench.scale;
