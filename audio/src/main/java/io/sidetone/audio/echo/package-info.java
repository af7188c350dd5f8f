/**
 * The echo of what we send: how late it comes back, how loud it can be, and taking it off what we hear.
 *
 * <ul>
 *   <li>Runs on: one thread per canceller, the lane in production.
 *   <li>Reads: the arrays handed in.
 *   <li>Writes: its own history and the array it is asked to fill.
 *   <li>Allocates: at creation; never per frame.
 * </ul>
 */
package io.sidetone.audio.echo;
