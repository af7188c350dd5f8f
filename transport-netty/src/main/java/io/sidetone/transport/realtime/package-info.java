/**
 * The server side of the OpenAI Realtime protocol on {@code /v1/realtime}: its clients talk to an agent of ours.
 *
 * <ul>
 *   <li>Runs on: the event loop of the connection; what the lane reports is handed over to it.
 *   <li>Reads: JSON messages of the client, what the lane reports of the call.
 *   <li>Writes: JSON messages to the client, events to the lane.
 *   <li>Allocates: for each message; audio on its way out only its buffer.
 * </ul>
 */
package io.sidetone.transport.realtime;
