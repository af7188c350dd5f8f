/**
 * Measurements from the logs of a call: who spoke when, and how long each step took.
 *
 * <ul>
 *   <li>Runs on: any thread, after the call.
 *   <li>Reads: the logs of the call.
 *   <li>Writes: nothing.
 *   <li>Allocates: results.
 * </ul>
 */
package io.sidetone.tools.softphone.measure;
