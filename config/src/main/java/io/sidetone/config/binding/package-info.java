/**
 * A key of the configuration is said once, at the record component that holds its value.
 *
 * <ul>
 *   <li>Runs on: the thread that loads.
 *   <li>Reads: annotations of records, typed values.
 *   <li>Writes: keys as data, records, problems.
 *   <li>Allocates: at start and on reload.
 * </ul>
 */
package io.sidetone.config.binding;
