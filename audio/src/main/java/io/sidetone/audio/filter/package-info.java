/**
 * FIR filters that the resamplers and the speech detector share.
 *
 * <ul>
 *   <li>Runs on: one thread per filter bank, the lane in production.
 *   <li>Reads: the buffers of the bank.
 *   <li>Writes: the buffers of the bank.
 *   <li>Allocates: at creation; never per frame.
 * </ul>
 */
package io.sidetone.audio.filter;
