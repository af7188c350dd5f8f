/**
 * Speech to speech: one model hears, decides and speaks over one connection (OpenAI Realtime, Azure OpenAI Realtime), bridged
 * onto the three ports of a call.
 *
 * <ul>
 *   <li>Runs on: one event loop per call; the lane only hands over.
 *   <li>Reads: the caller's frames from a ring, the service's events.
 *   <li>Writes: the service's socket, the call's events.
 *   <li>Allocates: per message; nothing per frame on the lane.
 * </ul>
 */
package io.sidetone.speech.realtime;
