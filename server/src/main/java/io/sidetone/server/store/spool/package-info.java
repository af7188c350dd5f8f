/**
 * Records of calls on their way to the database, on disk: append-only segments of length, checksum and body.
 *
 * <ul>
 *   <li>Runs on: one writing thread and one reading thread.
 *   <li>Reads: segments left by an earlier process.
 *   <li>Writes: segments; a record counts as spooled once it is forced to the disk.
 *   <li>Allocates: per record.
 * </ul>
 */
package io.sidetone.server.store.spool;
