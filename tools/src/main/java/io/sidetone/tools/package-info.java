/**
 * The process: its entry point, and in one place how the parts are put together.
 *
 * <ul>
 *   <li>Runs on: the main thread.
 *   <li>Reads: the command line.
 *   <li>Writes: standard output and standard error.
 *   <li>Allocates: at start.
 * </ul>
 */
package io.sidetone.tools;
