/**
 * The answer webhook: a web server is asked about each call while it rings.
 *
 * <ul>
 *   <li>Runs on: the SIP event loop asks; the HTTP client's threads and the webhooks' timer answer; nothing blocks.
 *   <li>Reads: who calls whom, what the server says.
 *   <li>Writes: requests; which agent takes the call with what, or why nobody does; counters.
 *   <li>Allocates: per call.
 * </ul>
 */
package io.sidetone.server.answering;
