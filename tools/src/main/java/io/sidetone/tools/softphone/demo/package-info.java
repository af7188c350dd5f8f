/**
 * The demonstration: one scripted call to a running server, printed and checked.
 *
 * <ul>
 *   <li>Runs on: the main thread.
 *   <li>Reads: a script with its sounds, the server's API.
 *   <li>Writes: standard output, a recording, a page, the measurements.
 *   <li>Allocates: for the call.
 * </ul>
 */
package io.sidetone.tools.softphone.demo;
