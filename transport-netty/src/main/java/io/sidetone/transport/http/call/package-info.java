/**
 * The document of a call: everything that is told of it, by the API and after its end.
 *
 * <ul>
 *   <li>Runs on: any thread.
 *   <li>Reads: the record that a call publishes, statistics of its transport.
 *   <li>Writes: immutable records; Jackson writes them as they stand.
 *   <li>Allocates: per document.
 * </ul>
 */
package io.sidetone.transport.http.call;
