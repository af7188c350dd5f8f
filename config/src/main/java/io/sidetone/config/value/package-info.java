/**
 * Values that a configuration is made of, parsed from text once.
 *
 * <ul>
 *   <li>Runs on: any thread; immutable.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start and on reload.
 * </ul>
 */
package io.sidetone.config.value;
