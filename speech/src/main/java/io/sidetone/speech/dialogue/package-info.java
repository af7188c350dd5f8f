/**
 * The frame of dialogue models that live on an event loop: what the lane asks goes there in order. Also the forms that models share: of the
 * schemas of actions, and of text for the voice.
 *
 * <ul>
 *   <li>Runs on: the lane's thread for the calls of the port, then the event loop of the session.
 *   <li>Reads: nothing.
 *   <li>Writes: the events of the session.
 *   <li>Allocates: a task for each request of the lane, a few in a turn.
 * </ul>
 */
package io.sidetone.speech.dialogue;
