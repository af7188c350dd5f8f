/**
 * Turns as JSON: the message of {@code voicepilot.turn.event} and what the API shows of a call's turns.
 *
 * <ul>
 *   <li>Runs on: event loops.
 *   <li>Reads: immutable turns, events and transitions.
 *   <li>Writes: JSON.
 *   <li>Allocates: per message.
 * </ul>
 */
package io.sidetone.transport.turn;
