/**
 * Commands to running calls over HTTP: yield, grant, say, policy, hold, transfer, digits, hang up, and subscriptions to
 * turns.
 *
 * <ul>
 *   <li>Runs on: the event loop of the connection.
 *   <li>Reads: request bodies.
 *   <li>Writes: events to lanes, through the {@code CommandHandler}.
 *   <li>Allocates: per request.
 * </ul>
 */
package io.sidetone.transport.http.control;
