/**
 * The caller's side of SIP: one outgoing call, on a port of its own.
 *
 * <ul>
 *   <li>Runs on: one SIP event loop for each telephone.
 *   <li>Reads: SIP messages.
 *   <li>Writes: SIP messages.
 *   <li>Allocates: for each message.
 * </ul>
 */
package io.sidetone.tools.softphone.signalling;
