/**
 * Reports of what became of scenarios: for people, for CI, and as a page.
 *
 * <ul>
 *   <li>Runs on: the thread of the command.
 *   <li>Reads: results.
 *   <li>Writes: text, JUnit XML, HTML.
 *   <li>Allocates: once per run.
 * </ul>
 */
package io.sidetone.tools.scenario.report;
