/**
 * Calls whose media come over a stream: a WebSocket or a TCP connection of a carrier, a PBX, a client.
 *
 * <ul>
 *   <li>Runs on: the event loop of the connection; the lane fills the egress ring.
 *   <li>Reads: what a dialect decoded of its messages, frames of the call.
 *   <li>Writes: events in the lane's ring, encoded audio to the dialect.
 *   <li>Allocates: per call; nothing per frame unless a peer reads too slowly.
 * </ul>
 */
package io.sidetone.transport.stream;
