/**
 * The history of calls over HTTP: filters and their answer, everything that is kept of a call, its files.
 *
 * <ul>
 *   <li>Runs on: event loops; files are read, and calls are found, on threads of the history.
 *   <li>Reads: what calls publish of themselves, and what was kept of them.
 *   <li>Writes: answers.
 *   <li>Allocates: per request, a portion of calls or of a file.
 * </ul>
 */
package io.sidetone.transport.http.history;
