/**
 * Loudness: mean square and dBov.
 *
 * <ul>
 *   <li>Runs on: any thread.
 *   <li>Reads: the arrays handed in.
 *   <li>Writes: nothing.
 *   <li>Allocates: the logarithm table at class initialisation; nothing after.
 * </ul>
 */
package io.sidetone.audio.level;
