/**
 * Trunks in the terms of the SIP stack: their passwords, those that are called, and their check from the command line.
 *
 * <ul>
 *   <li>Runs on: the thread that starts the server, or that of the command and its one SIP event loop.
 *   <li>Reads: the configuration, DNS, answers of carriers.
 *   <li>Writes: OPTIONS and REGISTER without a Contact, which change nothing there.
 *   <li>Allocates: at the start only.
 * </ul>
 */
package io.sidetone.server.trunks;
