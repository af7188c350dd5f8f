/**
 * Hearing and turn-taking of a call, over clips of a corpus instead of a line.
 *
 * <ul>
 *   <li>Runs on: the thread of the command.
 *   <li>Reads: a manifest and the audio it names, nothing else of a clip.
 *   <li>Writes: one line of JSON per clip.
 *   <li>Allocates: freely; what it drives is the call's own code and does not.
 * </ul>
 */
package io.sidetone.server.evaluate;
