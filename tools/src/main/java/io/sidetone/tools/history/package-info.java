/**
 * Calls of a running server, live and kept, as text for a terminal.
 *
 * <ul>
 *   <li>Runs on: the main thread.
 *   <li>Reads: documents of the API.
 *   <li>Writes: nothing; it returns lines.
 *   <li>Allocates: for each line.
 * </ul>
 */
package io.sidetone.tools.history;
