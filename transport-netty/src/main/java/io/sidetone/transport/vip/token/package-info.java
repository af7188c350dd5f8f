/**
 * Ephemeral keys: what lets a client open one session without knowing the server's token.
 *
 * <ul>
 *   <li>Runs on: any thread; a lock is held for one look-up.
 *   <li>Reads: requests for keys, keys that are presented.
 *   <li>Writes: its table of keys, by their SHA-256.
 *   <li>Allocates: per key.
 * </ul>
 */
package io.sidetone.transport.vip.token;
