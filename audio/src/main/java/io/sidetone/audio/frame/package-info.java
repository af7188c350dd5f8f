/**
 * Frames of PCM: cut from packets of any length, measured, faded in and out, replaced when they are lost.
 *
 * <ul>
 *   <li>Runs on: one thread per reframer (the event loop in production) and per concealer (the lane); the rest on any
 *       thread.
 *   <li>Reads: the caller's arrays.
 *   <li>Writes: the caller's arrays, own buffers and history.
 *   <li>Allocates: at creation and class initialization; never per frame or packet.
 * </ul>
 */
package io.sidetone.audio.frame;
