/**
 * The load bench: many calls at once against the shipped server.
 *
 * <ul>
 *   <li>Runs on: the main thread; the server and the generator are separate processes.
 *   <li>Reads: the server's metrics, its processor time from /proc.
 *   <li>Writes: standard output, files of one run in a temporary folder.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.bench.calls;
