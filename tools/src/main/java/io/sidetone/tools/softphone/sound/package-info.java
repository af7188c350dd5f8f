/**
 * The caller's sounds, cut into frames of one packet each.
 *
 * <ul>
 *   <li>Runs on: the thread that prepares the call.
 *   <li>Reads: WAV files.
 *   <li>Writes: nothing.
 *   <li>Allocates: when a sound is made.
 * </ul>
 */
package io.sidetone.tools.softphone.sound;
