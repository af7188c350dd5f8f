/**
 * Sound as arrays: the sizes every other package agrees on.
 *
 * <ul>
 *   <li>Runs on: any thread.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: never.
 * </ul>
 */
package io.sidetone.audio;
