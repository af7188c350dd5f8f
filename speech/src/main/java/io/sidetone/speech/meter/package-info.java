/**
 * Usage and results of a service, counted per engine.
 *
 * <ul>
 *   <li>Runs on: engines count on their event loops; scrapes read on any thread.
 *   <li>Reads: nothing.
 *   <li>Writes: counters and latency histograms.
 *   <li>Allocates: nothing per event.
 * </ul>
 */
package io.sidetone.speech.meter;
