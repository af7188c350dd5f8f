/**
 * Knowledge of others about a call: what it is opened with, what it publishes, who watches it.
 *
 * <ul>
 *   <li>Runs on: the lane thread writes and calls observers; any thread reads a record.
 *   <li>Reads: nothing.
 *   <li>Writes: published snapshots.
 *   <li>Allocates: per call and per turn, never per frame.
 * </ul>
 */
package io.sidetone.core.call;
