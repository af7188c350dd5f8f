/**
 * A call as it is kept: the model between what a call publishes of itself and the database's rows.
 *
 * <ul>
 *   <li>Runs on: the spool thread and the delivery thread; identities also on the thread that sets a call up.
 *   <li>Reads: what calls publish of themselves.
 *   <li>Writes: nothing.
 *   <li>Allocates: per call.
 * </ul>
 */
package io.sidetone.server.records.store.record;
