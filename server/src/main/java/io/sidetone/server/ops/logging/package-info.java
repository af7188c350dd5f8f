/**
 * Form of the log lines.
 *
 * <ul>
 *   <li>Runs on: the logging thread.
 *   <li>Reads: log events.
 *   <li>Writes: text for standard error.
 *   <li>Allocates: per log line that carries an exception.
 * </ul>
 */
package io.sidetone.server.ops.logging;
