/**
 * What the logs of a call say: who spoke when, and how long it took.
 *
 * <ul>
 *   <li>Runs on: any thread, after the call.
 *   <li>Reads: the logs of the call.
 *   <li>Writes: nothing.
 *   <li>Allocates: results.
 * </ul>
 */
package io.sidetone.server.softphone.measure;
