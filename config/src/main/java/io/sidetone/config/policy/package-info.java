/**
 * The section {@code policies}: its keys, and turn policies made of their values.
 *
 * <ul>
 *   <li>Runs on: the thread that loads the configuration.
 *   <li>Reads: typed values.
 *   <li>Writes: turn policies.
 *   <li>Allocates: once, at the start.
 * </ul>
 */
package io.sidetone.config.policy;
