/**
 * The generator of calls: callers by SIP, plain or with SRTP, and by media streams; silent, talking, interrupting, holding.
 *
 * <ul>
 *   <li>Runs on: one thread for the media of all callers; by SIP one more that steps them.
 *   <li>Reads: what the server sends, which is counted and dropped.
 *   <li>Writes: packets or messages, 50 a second and call, evenly spread; signalling.
 *   <li>Allocates: freely; the server is another process.
 * </ul>
 */
package io.sidetone.bench.callers;
