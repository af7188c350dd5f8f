/**
 * Synthesis by flite: text made harmless, streamed, cut into chunks, paid for in credit.
 *
 * <ul>
 *   <li>Runs on: sessions are called on the lane; the voice and the publishing have a thread each.
 *   <li>Reads: clauses of text.
 *   <li>Writes: PCM chunks with word times.
 *   <li>Allocates: per clause and per chunk; never per frame.
 * </ul>
 */
package io.sidetone.speech.embedded.flite;
