/**
 * The section {@code actions}: what web servers do for agents.
 *
 * <ul>
 *   <li>Runs on: the thread that loads the configuration.
 *   <li>Reads: typed values, files of JSON Schemas.
 *   <li>Writes: immutable records, problems.
 *   <li>Allocates: once, at the start.
 * </ul>
 */
package io.sidetone.config.action;
