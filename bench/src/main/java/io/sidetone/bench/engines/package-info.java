/**
 * Services on loopback, with delays like theirs: what the server adds to each step of a turn, how fast it releases what was
 * cancelled, and what a call takes with each of them.
 *
 * <ul>
 *   <li>Runs on: one event loop per service, one thread that plays all callers; the server in a process of its own.
 *   <li>Reads: what the server sends to services, its journals, its metrics, /proc.
 *   <li>Writes: what services answer, a report.
 *   <li>Allocates: freely, beside what is measured.
 * </ul>
 */
package io.sidetone.bench.engines;
