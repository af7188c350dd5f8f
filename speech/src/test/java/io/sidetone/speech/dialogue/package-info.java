/**
 * What tests of dialogues on event loops share.
 *
 * <ul>
 *   <li>Runs on: any thread.
 *   <li>Reads: what a dialogue publishes.
 *   <li>Writes: a log.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.speech.dialogue;
