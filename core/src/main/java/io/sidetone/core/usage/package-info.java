/**
 * Requests to the engines of one call.
 *
 * <ul>
 *   <li>Runs on: engines count on their own threads; any thread reads.
 *   <li>Reads: nothing.
 *   <li>Writes: counters.
 *   <li>Allocates: once per engine and call; nothing per event.
 * </ul>
 */
package io.sidetone.core.usage;
