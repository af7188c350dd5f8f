/**
 * Speech to speech: one model recognizes, decides and speaks over one connection (OpenAI Realtime, Azure OpenAI
 * Realtime). This package connects it to the three ports of a call.
 *
 * <ul>
 *   <li>Runs on: one event loop per call; the lane only passes requests to it.
 *   <li>Reads: the caller's frames from a ring, the service's events.
 *   <li>Writes: the service's socket; events of the call.
 *   <li>Allocates: per message; nothing per frame on the lane.
 * </ul>
 */
package io.sidetone.speech.realtime;
