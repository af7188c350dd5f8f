/**
 * Facts that the network says of a call: who calls whom, as numbers, and the headers and parameters that came along. Data, never
 * configuration.
 *
 * <ul>
 *   <li>Runs on: any thread; everything is immutable.
 *   <li>Reads: addresses, names and values as the peer wrote them.
 *   <li>Writes: nothing.
 *   <li>Allocates: once per call.
 * </ul>
 */
package io.sidetone.core.facts;
