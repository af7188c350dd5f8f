/**
 * The common part of synthesizers that are services: tracks clauses, publishes audio within credit, decodes PCM and
 * word times.
 *
 * <ul>
 *   <li>Runs on: the lane passes requests; everything else runs on the session's event loop.
 *   <li>Reads: audio and word times that the service's driver decoded.
 *   <li>Writes: synthesis events, in the order of the clauses.
 *   <li>Allocates: per clause and per chunk; granting credit allocates nothing.
 * </ul>
 */
package io.sidetone.speech.voice;
