/**
 * Directed dialogue: a YAML flow defines the questions, the possible answers and the next steps.
 *
 * <ul>
 *   <li>Runs on: one dialogue thread for all calls; flows are read at start.
 *   <li>Reads: flow files, recognized words, digits.
 *   <li>Writes: response text, actions, hints; a grammar per state for the recognizer.
 *   <li>Allocates: per turn.
 * </ul>
 */
package io.sidetone.speech.embedded.flow;
