/**
 * What engineers run to measure: the command behind {@code scripts/bench}, and the tables of its microbenches.
 *
 * <ul>
 *   <li>Runs on: the main thread; JMH forks a JVM for each bench.
 *   <li>Reads: the command line, what forks report.
 *   <li>Writes: standard output, results as JSON.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.bench;
