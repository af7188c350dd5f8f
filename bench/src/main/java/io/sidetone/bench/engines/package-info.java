/**
 * Fake services on loopback with realistic delays. They measure the time that the server adds to each step of a turn,
 * the time to stop after a cancel, and the cost of a call with each service.
 *
 * <ul>
 *   <li>Runs on: one event loop per service, one thread that plays all callers; the server in a separate process.
 *   <li>Reads: what the server sends to services, its journals, its metrics, /proc.
 *   <li>Writes: answers of services, a report.
 *   <li>Allocates: freely, outside of the measurements.
 * </ul>
 */
package io.sidetone.bench.engines;
