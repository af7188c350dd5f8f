/**
 * What calls cost as they become many: the server beside a relay and a bare echo, in turns, at several numbers of calls.
 *
 * <ul>
 *   <li>Runs on: the main thread; servers are separate processes, the callers' media has a thread of its own.
 *   <li>Reads: processes in /proc, the server's metrics, recordings of Java Flight Recorder.
 *   <li>Writes: standard output, a table, a JSON file and a picture in a folder.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.bench.scale;
