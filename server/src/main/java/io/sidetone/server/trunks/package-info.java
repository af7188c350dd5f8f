/**
 * The ways by which calls come and go, as they are configured: SIP trunks, their media and accounts, and media streams; and the check of
 * trunks from the command line.
 *
 * <ul>
 *   <li>Runs on: the thread that starts the server, or that of the command and its one SIP event loop.
 *   <li>Reads: the configuration, DNS, answers of carriers.
 *   <li>Writes: listeners; OPTIONS and REGISTER without a Contact, which change nothing there.
 *   <li>Allocates: at the start only.
 * </ul>
 */
package io.sidetone.server.trunks;
