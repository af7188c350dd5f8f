/**
 * The vocabulary of OpenAI's Realtime protocol, which the server's dialect and the client of realtime models share.
 *
 * <ul>
 *   <li>Runs on: any thread.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: nothing.
 * </ul>
 */
package io.sidetone.core.realtime;
