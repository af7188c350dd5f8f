/**
 * The call store: calls are spooled when they begin and when they end, and delivered to a database.
 *
 * <ul>
 *   <li>Runs on: lanes offer; a spool thread writes the disk; a delivery thread talks to the database.
 *   <li>Reads: what calls publish of themselves; the visitors the database knows.
 *   <li>Writes: the spool, the database.
 *   <li>Allocates: per call; on lanes one small object.
 * </ul>
 */
package io.sidetone.server.records.store;
