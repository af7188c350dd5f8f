/**
 * The interface of plugins with recognizers: what a plugin must provide, and what it receives.
 *
 * <ul>
 *   <li>Runs on: the main thread opens; the lane calls sessions.
 *   <li>Reads: an engine's settings.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start.
 * </ul>
 */
package io.sidetone.speech.plugin;
