/**
 * Looks on at what a call asks of its engines and what they answer.
 *
 * <ul>
 *   <li>Runs on: the lane asks, engines answer on their own threads; watches are told on either.
 *   <li>Reads: requests and answers.
 *   <li>Writes: what a watch makes of them.
 *   <li>Allocates: per request; nothing per frame.
 * </ul>
 */
package io.sidetone.speech.watch;
