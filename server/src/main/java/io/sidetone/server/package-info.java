/**
 * Parts of a server: what they have in common, and how the process ends.
 *
 * <ul>
 *   <li>Runs on: the thread that runs the server.
 *   <li>Reads: what the parts say of themselves.
 *   <li>Writes: one list of parts.
 *   <li>Allocates: at start.
 * </ul>
 */
package io.sidetone.server;
