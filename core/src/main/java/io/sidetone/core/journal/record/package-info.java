/**
 * Content of a journal: records of one call's inputs and outputs, and their bytes.
 *
 * <ul>
 *   <li>Runs on: the journal thread, or the thread that replays.
 *   <li>Reads: records, or their bytes.
 *   <li>Writes: their bytes, or records.
 *   <li>Allocates: per record when reading; for references when writing.
 * </ul>
 */
package io.sidetone.core.journal.record;
