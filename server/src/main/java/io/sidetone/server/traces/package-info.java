/**
 * Calls and their turns as OpenTelemetry spans, made when a turn is over (off unless a collector is configured).
 *
 * <ul>
 *   <li>Runs on: lanes and engines put times into a bounded queue; one thread makes spans, the exporter's threads send them.
 *   <li>Reads: what calls report to their observers, what engines were asked and answered.
 *   <li>Writes: spans to a collector. Nothing waits for it.
 *   <li>Allocates: per request and turn of a call that is traced.
 * </ul>
 */
package io.sidetone.server.traces;
