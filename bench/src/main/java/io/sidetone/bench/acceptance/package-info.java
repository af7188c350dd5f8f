/**
 * Measures the design's budgets on real calls, on the wire, by a caller outside the server.
 *
 * <ul>
 *   <li>Runs on: the main thread and the threads of one call.
 *   <li>Reads: the clock, the wire.
 *   <li>Writes: a server process, calls on loopback, a result file.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.bench.acceptance;
