/**
 * Addresses as configuration, transport and server mean them.
 *
 * <ul>
 *   <li>Runs on: any thread; immutable.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: two copies of an address when one is looked for in a block.
 * </ul>
 */
package io.sidetone.core.net;
