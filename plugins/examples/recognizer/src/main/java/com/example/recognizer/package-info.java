/**
 * A recognizer that hears whether somebody speaks.
 *
 * <ul>
 *   <li>Runs on: the lane of the call; nothing blocks.
 *   <li>Reads: the caller's frames.
 *   <li>Writes: one transcript for each utterance.
 *   <li>Allocates: nothing per frame.
 * </ul>
 */
package com.example.recognizer;
