/**
 * The file of a journal: a header, then blocks that each carry a checksum and can be encrypted.
 *
 * <ul>
 *   <li>Runs on: the journal thread, or the thread that replays.
 *   <li>Reads: blocks.
 *   <li>Writes: blocks.
 *   <li>Allocates: a buffer per open file; records when reading.
 * </ul>
 */
package io.sidetone.core.journal.file;
