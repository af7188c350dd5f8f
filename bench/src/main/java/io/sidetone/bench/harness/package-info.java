/**
 * The common parts of all measuring commands: the plan, the server in a process of its own, the timing of the machine, ranges,
 * results as JSON.
 *
 * <ul>
 *   <li>Runs on: the main thread; the control timer has its own.
 *   <li>Reads: processes, their metrics.
 *   <li>Writes: standard output, files of one run.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.bench.harness;
