/**
 * The common parts of all measuring commands: the server in a separate process, the timing of the machine, spreads,
 * ratios.
 *
 * <ul>
 *   <li>Runs on: the main thread; the control timer has its own.
 *   <li>Reads: processes, their metrics.
 *   <li>Writes: standard output, files of one run.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.bench.harness;
