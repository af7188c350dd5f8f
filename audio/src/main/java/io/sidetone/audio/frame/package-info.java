/**
 * Packets of any length cut into 20 ms frames.
 *
 * <ul>
 *   <li>Runs on: one thread per reframer, the event loop in production.
 *   <li>Reads: the arrays handed in.
 *   <li>Writes: its own buffer.
 *   <li>Allocates: at creation; never per packet.
 * </ul>
 */
package io.sidetone.audio.frame;
