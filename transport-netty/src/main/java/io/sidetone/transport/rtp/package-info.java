/**
 * RTP: one endpoint per call between the network and the call's lane.
 *
 * <ul>
 *   <li>Runs on: the media event loop the call was given to; public methods of an endpoint may be called from any thread.
 *   <li>Reads: datagrams, the egress rings of the lanes.
 *   <li>Writes: frames and events to lanes, datagrams, counters.
 *   <li>Allocates: per call and per negotiation; never per packet (what Netty allocates for a received datagram apart).
 * </ul>
 */
package io.sidetone.transport.rtp;
