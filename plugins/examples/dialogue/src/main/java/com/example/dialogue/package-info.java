/**
 * A dialogue that says again what it heard.
 *
 * <ul>
 *   <li>Runs on: the lane of the call; nothing blocks.
 *   <li>Reads: what the caller says.
 *   <li>Writes: the agent's sentences.
 *   <li>Allocates: per turn.
 * </ul>
 */
package com.example.dialogue;
