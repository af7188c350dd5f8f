/**
 * Counters of media ports, per call and per event loop.
 *
 * <ul>
 *   <li>Runs on: the call's event loop writes, any thread reads.
 *   <li>Reads: nothing.
 *   <li>Writes: counters.
 *   <li>Allocates: at creation, and one record per snapshot.
 * </ul>
 */
package io.sidetone.transport.rtp.stats;
