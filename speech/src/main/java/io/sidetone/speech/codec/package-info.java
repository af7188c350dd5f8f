/**
 * Opus (RFC 6716) through libopus.so.0, as a codec of calls.
 *
 * <ul>
 *   <li>Runs on: the media event loop of a call.
 *   <li>Reads: payloads and frames.
 *   <li>Writes: the caller's arrays.
 *   <li>Allocates: at the first frame of a direction, outside the heap; never per frame.
 * </ul>
 */
package io.sidetone.speech.codec;
