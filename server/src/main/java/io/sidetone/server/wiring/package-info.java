/**
 * Where the parts of the server are put together, in order, once.
 *
 * <ul>
 *   <li>Runs on: the main thread; reloads on a thread of their own.
 *   <li>Reads: the configuration.
 *   <li>Writes: one line per listener, then {@code ready}.
 *   <li>Allocates: at start and on reload.
 * </ul>
 */
package io.sidetone.server.wiring;
