/**
 * Lost frames replaced by something the ear forgives.
 *
 * <ul>
 *   <li>Runs on: one thread per concealer, the lane in production.
 *   <li>Reads: the arrays handed in.
 *   <li>Writes: the arrays handed in and its own history.
 *   <li>Allocates: at creation; never per frame.
 * </ul>
 */
package io.sidetone.audio.conceal;
