/**
 * Services that two ends of a dialog do for each other besides talking: transfer (REFER and its NOTIFY) and digits by INFO.
 *
 * <ul>
 *   <li>Runs on: the SIP event loop.
 *   <li>Reads: NOTIFY requests and the responses to our own requests.
 *   <li>Writes: REFER and INFO requests.
 *   <li>Allocates: per request, never per packet.
 * </ul>
 */
package io.sidetone.transport.sip.service;
