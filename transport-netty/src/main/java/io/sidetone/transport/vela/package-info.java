/**
 * The Vela protocol on {@code /ws}: messages in, messages out, sessions that survive their socket.
 *
 * <ul>
 *   <li>Runs on: the event loop of the call; what a lane reports is handed over to it.
 *   <li>Reads: text messages of one envelope, events of one call.
 *   <li>Writes: events into the call's lane, messages to its socket.
 *   <li>Allocates: for each message; for the agent's audio nothing but the buffer that is sent.
 * </ul>
 */
package io.sidetone.transport.vela;
