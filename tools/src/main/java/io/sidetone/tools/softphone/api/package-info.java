/**
 * Reads from the server's HTTP API what the server knows about a call of the softphone.
 *
 * <ul>
 *   <li>Runs on: the thread that makes the request.
 *   <li>Reads: HTTP answers.
 *   <li>Writes: HTTP requests.
 *   <li>Allocates: for each request.
 * </ul>
 */
package io.sidetone.tools.softphone.api;
