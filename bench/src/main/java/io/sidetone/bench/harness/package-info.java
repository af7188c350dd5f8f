/**
 * What every measuring command needs: the server in a process of its own, what the machine does to timers, spreads, ratios.
 *
 * <ul>
 *   <li>Runs on: the main thread; the control timer has its own.
 *   <li>Reads: processes, their metrics.
 *   <li>Writes: standard output, files of one run.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.bench.harness;
