/**
 * The steps of a call, read from a script, with their sounds made: what the caller does, and when.
 *
 * <ul>
 *   <li>Runs on: any thread.
 *   <li>Reads: a script and the WAV files it names.
 *   <li>Writes: nothing.
 *   <li>Allocates: when a script is read.
 * </ul>
 */
package io.sidetone.tools.softphone.script;
