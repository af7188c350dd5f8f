/**
 * Things that a client of /vip can do for its caller: the registry it sends, and the invocations under way.
 *
 * <ul>
 *   <li>Runs on: the connection's event loop; schemas are read and parameters checked on threads of their own.
 *   <li>Reads: registries, the dialogue's requests, results.
 *   <li>Writes: invocations, answers to the lane.
 *   <li>Allocates: per registry and per invocation.
 * </ul>
 */
package io.sidetone.transport.vip.action;
