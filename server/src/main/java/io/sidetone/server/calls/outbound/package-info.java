/**
 * Calls that are placed over the API: who may be called, how many, by which trunk.
 *
 * <ul>
 *   <li>Runs on: the event loop of the connection that asks.
 *   <li>Reads: the requests, the present configuration.
 *   <li>Writes: orders to the SIP event loop.
 *   <li>Allocates: per request.
 * </ul>
 */
package io.sidetone.server.calls.outbound;
