/**
 * What goes wrong with services, and that no engine leaves a call without a word, plays what is stale, keeps a connection or
 * tells a secret: every engine by every fault that it can meet. Dialogues have theirs in {@code chat}, realtime models in
 * {@code realtime}.
 *
 * <ul>
 *   <li>Runs on: test threads.
 *   <li>Reads: what engines publish and log.
 *   <li>Writes: faults into loopback services.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.speech.fault;
