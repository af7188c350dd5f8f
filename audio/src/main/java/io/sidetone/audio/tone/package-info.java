/**
 * Generated sound: tones, telephone digits, speech-shaped noise.
 *
 * <ul>
 *   <li>Runs on: one thread per generator.
 *   <li>Reads: nothing.
 *   <li>Writes: the caller's arrays.
 *   <li>Allocates: at creation; never per frame.
 * </ul>
 */
package io.sidetone.audio.tone;
