/**
 * The numbers of this process in Prometheus' terms.
 *
 * <ul>
 *   <li>Runs on: whoever scrapes.
 *   <li>Reads: single-writer counters and recorders of lanes and event loops.
 *   <li>Writes: metric snapshots.
 *   <li>Allocates: per scrape.
 * </ul>
 */
package io.sidetone.server.ops.metrics;
