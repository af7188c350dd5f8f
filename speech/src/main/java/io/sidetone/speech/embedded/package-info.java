/**
 * Speech without API keys and without other servers: recognition, voice and dialogue inside the process.
 *
 * <ul>
 *   <li>Runs on: start and stop of the server; the engines have their own threads.
 *   <li>Reads: options, flows, installed libraries.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start only.
 * </ul>
 */
package io.sidetone.speech.embedded;
