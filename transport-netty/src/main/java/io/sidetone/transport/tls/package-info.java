/**
 * Certificates, keys and trust for TLS, read from PEM files and replaced while the server runs (RFC 5246, RFC 8446).
 *
 * <ul>
 *   <li>Runs on: the thread that opens or reloads; handlers are made on the event loop of their connection.
 *   <li>Reads: PEM files.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start, at a reload, and for each connection.
 * </ul>
 */
package io.sidetone.transport.tls;
