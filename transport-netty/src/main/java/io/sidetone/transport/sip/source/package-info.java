/**
 * Policy of who may talk SIP to us: trunks by their addresses, how fast a source may call.
 *
 * <ul>
 *   <li>Runs on: the SIP event loop; what is configured is set before.
 *   <li>Reads: addresses of sources; the time that is passed in.
 *   <li>Writes: its own tables, bounded.
 *   <li>Allocates: when addresses of a trunk are learnt; never per message.
 * </ul>
 */
package io.sidetone.transport.sip.source;
