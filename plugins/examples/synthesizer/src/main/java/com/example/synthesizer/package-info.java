/**
 * A voice that speaks tones.
 *
 * <ul>
 *   <li>Runs on: the lane of the call; nothing blocks.
 *   <li>Reads: clauses, and how much audio may be ahead.
 *   <li>Writes: audio.
 *   <li>Allocates: per chunk of audio.
 * </ul>
 */
package com.example.synthesizer;
