/**
 * Media streams beside a Node agent: processor time of each for the same calls, and what a silent connection takes.
 *
 * <ul>
 *   <li>Runs on: one thread that plays all carriers; servers in processes of their own.
 *   <li>Reads: what servers send, their processor time and memory from /proc.
 *   <li>Writes: what a carrier sends, a report.
 *   <li>Allocates: freely, beside what is measured.
 * </ul>
 */
package io.sidetone.bench.streams;
