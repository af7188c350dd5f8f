/**
 * A web server or a router is asked about each call while it rings.
 *
 * <ul>
 *   <li>Runs on: the event loops of SIP and of media streams ask; the HTTP client's threads, the routers' and the webhooks' timer answer. Routers may block theirs.
 *   <li>Reads: who calls whom, what the answer says.
 *   <li>Writes: requests; which agent takes the call with what, or why nobody does; counters.
 *   <li>Allocates: per call.
 * </ul>
 */
package io.sidetone.server.agents.answering;
