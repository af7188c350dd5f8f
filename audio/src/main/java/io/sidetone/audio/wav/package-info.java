/**
 * WAV files as byte arrays and channels.
 *
 * <ul>
 *   <li>Runs on: any thread that may block; files are control path.
 *   <li>Reads: the caller's byte arrays.
 *   <li>Writes: the caller's streams and channels.
 *   <li>Allocates: per file; a recording allocates at opening only.
 * </ul>
 */
package io.sidetone.audio.wav;
