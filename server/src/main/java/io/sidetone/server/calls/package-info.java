/**
 * The calls of this process: live calls, and ended calls for as long as traces are kept.
 *
 * <ul>
 *   <li>Runs on: lanes report; HTTP reads on its event loop; who erases a caller removes calls.
 *   <li>Reads: the records that calls publish.
 *   <li>Writes: the book of calls, which is thread-safe; one log line per ended call.
 *   <li>Allocates: per transition and per request.
 * </ul>
 */
package io.sidetone.server.calls;
