/**
 * Authenticates carriers that open a media stream or call a webhook: signatures, tokens and passwords.
 *
 * <ul>
 *   <li>Runs on: event loops of HTTP.
 *   <li>Reads: request lines, headers and bodies.
 *   <li>Writes: used nonces, to recognize a second use.
 *   <li>Allocates: per request.
 * </ul>
 */
package io.sidetone.transport.carrier.auth;
