/**
 * Recognizers that are not part of this program: what a plugin has to be, and what it receives.
 *
 * <ul>
 *   <li>Runs on: opened on the main thread; sessions are called on the lane.
 *   <li>Reads: an engine's settings.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start.
 * </ul>
 */
package io.sidetone.speech.plugin;
