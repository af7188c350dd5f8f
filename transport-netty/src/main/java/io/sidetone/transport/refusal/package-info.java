/**
 * Calls that we refuse before a lane has them, by SIP and over connections.
 *
 * <ul>
 *   <li>Runs on: the SIP event loop, and the loops of connections.
 *   <li>Reads: what was refused, and with which status.
 *   <li>Writes: nothing.
 *   <li>Allocates: per refused call.
 * </ul>
 */
package io.sidetone.transport.refusal;
