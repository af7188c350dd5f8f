/**
 * The calls of this process as people see them: live ones, and ended ones for as long as traces are kept.
 *
 * <ul>
 *   <li>Runs on: lanes report; HTTP reads on its event loop.
 *   <li>Reads: what calls publish of themselves.
 *   <li>Writes: one log line per ended call.
 *   <li>Allocates: per transition and per request.
 * </ul>
 */
package io.sidetone.server.calls;
