/**
 * Bench of the history: how fast ended calls are kept, and how long questions take with a million of them.
 *
 * <ul>
 *   <li>Runs on: the command's thread.
 *   <li>Reads: the database.
 *   <li>Writes: invented calls into a database of its own.
 *   <li>Allocates: per call.
 * </ul>
 */
package io.sidetone.bench.history;
