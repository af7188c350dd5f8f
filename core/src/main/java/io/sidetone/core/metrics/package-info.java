/**
 * Counters and recorders with one writer and any reader.
 *
 * <ul>
 *   <li>Runs on: the owning thread writes, any thread reads.
 *   <li>Reads: nothing.
 *   <li>Writes: counters.
 *   <li>Allocates: at set-up.
 * </ul>
 */
package io.sidetone.core.metrics;
