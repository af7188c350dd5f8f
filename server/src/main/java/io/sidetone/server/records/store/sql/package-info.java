/**
 * The database of the call store: tables, connections, statements.
 *
 * <ul>
 *   <li>Runs on: the delivery thread.
 *   <li>Reads: the visitors that are known.
 *   <li>Writes: calls, once or as often as they are delivered.
 *   <li>Allocates: per call.
 * </ul>
 */
package io.sidetone.server.records.store.sql;
