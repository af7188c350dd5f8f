/**
 * WAV files as byte arrays and channels.
 *
 * <ul>
 *   <li>Runs on: any thread that may block; files are control path.
 *   <li>Reads: byte arrays handed in.
 *   <li>Writes: streams and channels handed in.
 *   <li>Allocates: per file; a recording allocates at opening only.
 * </ul>
 */
package io.sidetone.audio.wav;
