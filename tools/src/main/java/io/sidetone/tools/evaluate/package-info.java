/**
 * Runs hearing and turn-taking of a call over the clips of a corpus.
 *
 * <ul>
 *   <li>Runs on: the thread of the command.
 *   <li>Reads: a manifest and the audio files it names.
 *   <li>Writes: one line of JSON per clip.
 *   <li>Allocates: freely; the call's own code, which it drives, does not allocate.
 * </ul>
 */
package io.sidetone.tools.evaluate;
