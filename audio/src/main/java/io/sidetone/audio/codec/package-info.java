/**
 * Converts payload bytes to PCM16 and back: G.711, G.722 and L16.
 *
 * <ul>
 *   <li>Runs on: any thread; a codec with state only on the thread of its stream.
 *   <li>Reads: the arrays handed in.
 *   <li>Writes: the arrays handed in.
 *   <li>Allocates: tables at class initialization, state at creation; nothing after.
 * </ul>
 */
package io.sidetone.audio.codec;
