/**
 * What the engines of one call were asked for.
 *
 * <ul>
 *   <li>Runs on: engines count on their own threads; any thread reads.
 *   <li>Reads: nothing.
 *   <li>Writes: counters.
 *   <li>Allocates: once per engine and call; nothing per event.
 * </ul>
 */
package io.sidetone.core.usage;
