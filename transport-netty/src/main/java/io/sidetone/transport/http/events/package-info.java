/**
 * Turn events for subscribers: server-sent events (ITE-REQ-001, ITE-PAT-001).
 *
 * <ul>
 *   <li>Runs on: lanes put events into queues; the event loop of each connection encodes and writes.
 *   <li>Reads: turn events.
 *   <li>Writes: one bounded queue and one connection per subscriber.
 *   <li>Allocates: per event and subscriber; one small object on the lane.
 * </ul>
 */
package io.sidetone.transport.http.events;
