/**
 * A server on this machine that speaks HTTP and WebSocket and does to a client what services do: refuse, hang, drip, close.
 *
 * <ul>
 *   <li>Runs on: one event loop per server.
 *   <li>Reads: what engines send; scripts judge it.
 *   <li>Writes: what scripts answer.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.speech.loopback;
