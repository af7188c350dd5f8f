/**
 * Writes the results of a call as text, JSON, sound and a page.
 *
 * <ul>
 *   <li>Runs on: any thread, after the call.
 *   <li>Reads: measurements and the logs of the call.
 *   <li>Writes: files and standard output.
 *   <li>Allocates: the whole report in memory.
 * </ul>
 */
package io.sidetone.tools.softphone.report;
