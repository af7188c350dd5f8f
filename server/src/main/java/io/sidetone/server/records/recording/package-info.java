/**
 * Recordings of calls: both directions from the lane through a ring to a WAV file per call.
 *
 * <ul>
 *   <li>Runs on: taps on lanes, files on the recording thread; old ones are removed on another.
 *   <li>Reads: frames of calls whose agent is recorded.
 *   <li>Writes: a WAV file and a small JSON file per call, removed in time; status, counters.
 *   <li>Allocates: per call; nothing per frame on the lane.
 * </ul>
 */
package io.sidetone.server.records.recording;
