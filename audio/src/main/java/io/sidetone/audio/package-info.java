/**
 * Sound as arrays: the rates and sizes that every other package uses.
 *
 * <ul>
 *   <li>Runs on: any thread.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: never.
 * </ul>
 */
package io.sidetone.audio;
