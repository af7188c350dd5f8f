/**
 * Raised-cosine edges, so that speech stops and starts without a click.
 *
 * <ul>
 *   <li>Runs on: any thread; fades are immutable.
 *   <li>Reads: the arrays handed in.
 *   <li>Writes: the arrays handed in.
 *   <li>Allocates: the table at creation; nothing after.
 * </ul>
 */
package io.sidetone.audio.fade;
