/**
 * The web console at {@code /}: plain ES modules from the class path, nothing generated at run time.
 *
 * <ul>
 *   <li>Runs on: the event loops of HTTP.
 *   <li>Reads: its files, once, at start.
 *   <li>Writes: nothing.
 *   <li>Allocates: an answer per request; the files stay in memory.
 * </ul>
 */
package io.sidetone.transport.http.console;
