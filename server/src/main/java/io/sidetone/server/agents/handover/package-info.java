/**
 * The agents of a configuration beyond what each is by itself: as a call wants one, and as one takes over from another.
 *
 * <ul>
 *   <li>Runs on: the thread that opens a configuration; the event loop that sets a call up; lanes ask what was opened before.
 *   <li>Reads: hand-over of the configuration.
 *   <li>Writes: nothing.
 *   <li>Allocates: per agent and language.
 * </ul>
 */
package io.sidetone.server.agents.handover;
