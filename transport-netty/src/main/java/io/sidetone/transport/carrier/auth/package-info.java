/**
 * Who may open a media stream or ask how to answer a call: signatures, tokens and passwords of carriers.
 *
 * <ul>
 *   <li>Runs on: event loops of HTTP.
 *   <li>Reads: request lines, headers and bodies.
 *   <li>Writes: what was used once (nonces), to know it again.
 *   <li>Allocates: per request.
 * </ul>
 */
package io.sidetone.transport.carrier.auth;
