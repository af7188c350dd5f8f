/**
 * Warm-up before the first caller comes, so that he waits for nothing: calls with itself, and the loops of the filters.
 *
 * <ul>
 *   <li>Runs on: threads of its own, while the server starts and shortly after.
 *   <li>Reads: nothing of the server's.
 *   <li>Writes: nothing; what it calls is compiled.
 *   <li>Allocates: while it runs.
 * </ul>
 */
package io.sidetone.server.boot.warmup;
