/**
 * Trunks that are called, as the configuration gives them, and their check from the command line.
 *
 * <ul>
 *   <li>Runs on: the thread of the command, and its one SIP event loop.
 *   <li>Reads: the configuration, DNS, answers of carriers.
 *   <li>Writes: OPTIONS and REGISTER without a Contact, which change nothing there.
 *   <li>Allocates: as it likes; it is not part of a running server.
 * </ul>
 */
package io.sidetone.server.trunks;
