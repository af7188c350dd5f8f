/**
 * Keys that a caller may press and nobody may keep: what stands for them in everything the call publishes, and where they are.
 *
 * <ul>
 *   <li>Runs on: the lane thread; results of actions are covered on any thread.
 *   <li>Reads: the secret keys of one call.
 *   <li>Writes: nothing outside the call's memory.
 *   <li>Allocates: per call and per secret input.
 * </ul>
 */
package io.sidetone.core.secret;
