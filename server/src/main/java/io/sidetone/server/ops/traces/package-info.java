/**
 * Calls and their turns as OpenTelemetry spans, made when a turn is over (off unless a collector is configured).
 *
 * <ul>
 *   <li>Runs on: lanes and engines put times into a bounded queue; one thread makes spans; the exporter's threads send
 *       them.
 *   <li>Reads: what calls report to their observers; requests to engines and their answers.
 *   <li>Writes: spans to a collector. No call waits for it.
 *   <li>Allocates: per request and per turn of a traced call.
 * </ul>
 */
package io.sidetone.server.ops.traces;
