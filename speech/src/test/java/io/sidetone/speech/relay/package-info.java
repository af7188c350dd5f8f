/**
 * An agent that speaks ConversationRelay on this machine, and what the dialogue does with it.
 *
 * <ul>
 *   <li>Runs on: the loop of a loopback server, and test threads.
 *   <li>Reads: what the dialogue publishes and sends.
 *   <li>Writes: scripted messages.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.speech.relay;
