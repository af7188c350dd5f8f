/**
 * The history of calls: what memory and the store know of them together, and the calls that were refused.
 *
 * <ul>
 *   <li>Runs on: threads of the history; refused calls are taken on event loops and written down on a thread of their own.
 *   <li>Reads: the call book, the store, folders of files.
 *   <li>Writes: refused calls into the store.
 *   <li>Allocates: per question, per refused call.
 * </ul>
 */
package io.sidetone.server.calls.history;
