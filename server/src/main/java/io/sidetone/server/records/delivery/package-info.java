/**
 * Delivery at least once: what callers offer goes to the disk in groups, waits there, and leaves when its receiver took it. The call store
 * and the webhooks of turn events use it.
 *
 * <ul>
 *   <li>Runs on: one writing thread and one reading thread per spool.
 *   <li>Reads: segments left by an earlier process.
 *   <li>Writes: segments; a record counts as spooled once it is forced to the disk.
 *   <li>Allocates: per record.
 * </ul>
 */
package io.sidetone.server.records.delivery;
