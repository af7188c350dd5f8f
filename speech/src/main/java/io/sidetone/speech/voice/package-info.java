/**
 * What every synthesizer that is a service shares: which clauses are under way, whose audio may be published by now, and
 * how bytes become PCM and words become times.
 *
 * <ul>
 *   <li>Runs on: the lane hands over; everything else on the session's event loop.
 *   <li>Reads: audio and word times as the service's driver decoded them.
 *   <li>Writes: synthesis events, in the order of the clauses.
 *   <li>Allocates: per clause and per chunk; granting credit allocates nothing of its own.
 * </ul>
 */
package io.sidetone.speech.voice;
