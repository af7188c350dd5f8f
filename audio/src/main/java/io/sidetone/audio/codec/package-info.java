/**
 * Payload bytes to PCM16 and back: G.711 and L16.
 *
 * <ul>
 *   <li>Runs on: any thread; codecs are immutable.
 *   <li>Reads: the arrays handed in.
 *   <li>Writes: the arrays handed in.
 *   <li>Allocates: the G.711 tables at class initialisation; nothing after.
 * </ul>
 */
package io.sidetone.audio.codec;
