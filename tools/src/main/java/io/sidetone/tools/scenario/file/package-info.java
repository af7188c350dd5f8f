/**
 * Scenario files: what a caller says and does, and what is expected of the agent.
 *
 * <ul>
 *   <li>Runs on: the thread of the command.
 *   <li>Reads: YAML files.
 *   <li>Writes: immutable records, problems with their lines.
 *   <li>Allocates: once per file.
 * </ul>
 */
package io.sidetone.tools.scenario.file;
