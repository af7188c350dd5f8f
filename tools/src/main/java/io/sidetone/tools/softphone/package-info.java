/**
 * The {@code call} command: real calls over SIP and RTP that are scripted, recorded and measured.
 *
 * <ul>
 *   <li>Runs on: the thread that places the call, which waits for its end.
 *   <li>Reads: scripts and WAV files.
 *   <li>Writes: standard output, recordings.
 *   <li>Allocates: for each call.
 * </ul>
 */
package io.sidetone.tools.softphone;
