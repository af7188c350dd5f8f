/**
 * VIP at {@code /vip}: the floor machine of a call shared with a client that shows it, sends and plays sound, and acts.
 *
 * <ul>
 *   <li>Runs on: the connection's event loop; what the lane reports is handed over to it.
 *   <li>Reads: messages, the lane's news, the agent's frames.
 *   <li>Writes: messages, lane events.
 *   <li>Allocates: per message and per session.
 * </ul>
 */
package io.sidetone.transport.vip;
