/**
 * Replay: the lane's own code run again from a journal, on silent stand-ins, and its outputs compared.
 *
 * <ul>
 *   <li>Runs on: the thread that replays.
 *   <li>Reads: a journal.
 *   <li>Writes: what it finds, to a listener.
 *   <li>Allocates: per record.
 * </ul>
 */
package io.sidetone.core.replay;
