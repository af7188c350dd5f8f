/**
 * The command line: commands, their options and exit codes.
 *
 * <ul>
 *   <li>Runs on: the main thread.
 *   <li>Reads: the command line, configuration files.
 *   <li>Writes: results on standard output, errors on standard error, one line each.
 *   <li>Allocates: at start.
 * </ul>
 */
package io.sidetone.tools.command;
