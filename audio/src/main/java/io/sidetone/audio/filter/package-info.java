/**
 * FIR filters that the resamplers and the speech detector share.
 *
 * <ul>
 *   <li>Runs on: one thread per filter bank, the lane in production.
 *   <li>Reads: the buffers of the bank.
 *   <li>Writes: the buffers of the bank, and work arrays that belong to the thread.
 *   <li>Allocates: at creation and at a thread's first run; never per frame.
 * </ul>
 */
package io.sidetone.audio.filter;
