/**
 * The messages of /vip: read, checked, written.
 *
 * <ul>
 *   <li>Runs on: the connection's event loop.
 *   <li>Reads: whole messages.
 *   <li>Writes: whole messages.
 *   <li>Allocates: per message; for the agent's audio only what the connection's buffers need.
 * </ul>
 */
package io.sidetone.transport.vip.message;
