/**
 * A call as one self-contained HTML page.
 *
 * <ul>
 *   <li>Runs on: any thread, after the call.
 *   <li>Reads: measurements, the recording, what the server says.
 *   <li>Writes: nothing.
 *   <li>Allocates: the page.
 * </ul>
 */
package io.sidetone.tools.softphone.page;
