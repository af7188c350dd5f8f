/**
 * Record of what goes over the wire, for those who look into a call: one tap on SIP, RTP and RTCP, one ring, one thread that writes
 * packet files (pcap) and sends copies to a collector (HEP).
 *
 * <ul>
 *   <li>Runs on: the tap is called on SIP and media event loops; everything behind the ring on the tap's own thread.
 *   <li>Reads: messages and packets as they were on the wire.
 *   <li>Writes: the ring; the SIP messages of the last minute, in memory; files and datagrams.
 *   <li>Allocates: nothing where neither captures nor a collector are configured; else per SIP message, and per packet of captured calls.
 * </ul>
 */
package io.sidetone.transport.capture;
