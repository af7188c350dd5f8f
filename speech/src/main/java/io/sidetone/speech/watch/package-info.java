/**
 * Shows listeners what a call asks of its engines and what they answer.
 *
 * <ul>
 *   <li>Runs on: the lane asks, engines answer on their own threads; listeners are called on either.
 *   <li>Reads: requests and answers.
 *   <li>Writes: what a listener makes of them.
 *   <li>Allocates: per request; nothing per frame.
 * </ul>
 */
package io.sidetone.speech.watch;
