/**
 * Model services on this machine, strict about what they are asked, and what the dialogue does with them.
 *
 * <ul>
 *   <li>Runs on: the loop of a loopback server, and test threads.
 *   <li>Reads: requests to models.
 *   <li>Writes: their answers.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.speech.chat;
