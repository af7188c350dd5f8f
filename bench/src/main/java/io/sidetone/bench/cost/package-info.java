/**
 * The cost of 20 ms of sound, compared with C code of other projects on the same sound in the same run.
 *
 * <ul>
 *   <li>Runs on: JMH's thread.
 *   <li>Reads: prepared frames; libspeexdsp and libwebrtc-audio-processing of the machine.
 *   <li>Writes: its own buffers.
 *   <li>Allocates: at set-up.
 * </ul>
 */
package io.sidetone.bench.cost;
