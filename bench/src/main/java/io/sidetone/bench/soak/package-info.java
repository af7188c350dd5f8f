/**
 * Calls that come, talk, interrupt, are held, lose packets and hang up, for minutes or a day: what a server refuses, and what it keeps.
 *
 * <ul>
 *   <li>Runs on: the command's thread; one timer thread steps all callers, one thread sends and receives their media.
 *   <li>Reads: the server's metrics, its process, and what jcmd says of its heap.
 *   <li>Writes: a line for each sample, {@code soak.json}.
 *   <li>Allocates: freely; the server is another process.
 * </ul>
 */
package io.sidetone.bench.soak;
