/**
 * Synthesis by flite: filters text, streams audio, cuts it into chunks, and publishes within credit.
 *
 * <ul>
 *   <li>Runs on: the lane calls sessions; the voice and the publishing have a thread each.
 *   <li>Reads: clauses of text.
 *   <li>Writes: PCM chunks with word times.
 *   <li>Allocates: per clause and per chunk; never per frame.
 * </ul>
 */
package io.sidetone.speech.embedded.flite;
