/**
 * The command behind {@code scripts/bench}, with which engineers measure, and the one that runs microbenches.
 *
 * <ul>
 *   <li>Runs on: the main thread; JMH forks a JVM for each bench.
 *   <li>Reads: the command line, reports of forks.
 *   <li>Writes: standard output, results as JSON.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.bench;
