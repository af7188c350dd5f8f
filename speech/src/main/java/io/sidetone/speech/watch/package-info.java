/**
 * Reports to listeners the requests of a call to its engines, and their answers.
 *
 * <ul>
 *   <li>Runs on: the lane makes requests, engines answer on their own threads; both threads call listeners.
 *   <li>Reads: requests and answers.
 *   <li>Writes: depends on the listener.
 *   <li>Allocates: per request; nothing per frame.
 * </ul>
 */
package io.sidetone.speech.watch;
