/**
 * Certificates of this server: opened as the configuration says, read again when their files change, and watched for their expiry.
 *
 * <ul>
 *   <li>Runs on: the thread that starts the server; afterwards a thread of its own.
 *   <li>Reads: PEM files.
 *   <li>Writes: the log and metrics.
 *   <li>Allocates: a few objects every five seconds.
 * </ul>
 */
package io.sidetone.server.ops.tls;
