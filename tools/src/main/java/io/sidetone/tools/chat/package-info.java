/**
 * A conversation with an agent by text, in a terminal: the lane, the dialogue and the actions are those of calls.
 *
 * <ul>
 *   <li>Runs on: the thread of the command steps the lane; a thread reads lines; engines answer on theirs.
 *   <li>Reads: lines of a person or a pipe.
 *   <li>Writes: what the agent says and does, as it does it.
 *   <li>Allocates: per line and per frame; it serves nobody else.
 * </ul>
 */
package io.sidetone.tools.chat;
