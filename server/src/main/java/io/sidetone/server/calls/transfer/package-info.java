/**
 * Warm transfers: the agent calls somebody, says who is waiting, and connects the caller or takes the caller back.
 *
 * <ul>
 *   <li>Runs on: the lanes of both calls, and the SIP event loop.
 *   <li>Reads: what becomes of both calls.
 *   <li>Writes: requests to the lanes of both calls, orders for calls.
 *   <li>Allocates: per transfer.
 * </ul>
 */
package io.sidetone.server.calls.transfer;
