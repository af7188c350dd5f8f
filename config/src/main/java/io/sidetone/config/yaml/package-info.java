/**
 * YAML text to a tree of untyped nodes, bounded in size, depth and count.
 *
 * <ul>
 *   <li>Runs on: the thread that loads; nodes are immutable.
 *   <li>Reads: the text it is given.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start and on reload.
 * </ul>
 */
package io.sidetone.config.yaml;
