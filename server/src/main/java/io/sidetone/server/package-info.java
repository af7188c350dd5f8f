/**
 * How the process ends, as its callers see it.
 *
 * <ul>
 *   <li>Runs on: any thread.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: nothing.
 * </ul>
 */
package io.sidetone.server;
