/**
 * Speech without keys or companion servers: recognition, voice and dialogue inside the process.
 *
 * <ul>
 *   <li>Runs on: start and stop of the server; the engines have threads of their own.
 *   <li>Reads: options, flows, what is installed.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start only.
 * </ul>
 */
package io.sidetone.speech.embedded;
