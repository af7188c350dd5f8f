/**
 * Scenarios as real calls: the softphone plays the caller, and the server's API says what happened.
 *
 * <ul>
 *   <li>Runs on: the thread of the command; the softphone has its own.
 *   <li>Reads: scenarios, sound files, the API of a server.
 *   <li>Writes: SIP and RTP.
 *   <li>Allocates: per call.
 * </ul>
 */
package io.sidetone.tools.scenario.real;
