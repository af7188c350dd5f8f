/**
 * Connects LangChain4j to the network over our own connections: event loops instead of threads, and a cancel that
 * closes the connection.
 *
 * <ul>
 *   <li>Runs on: the event loop of the session; nothing blocks there.
 *   <li>Reads: answers of model services, as server-sent events.
 *   <li>Writes: requests to model services.
 *   <li>Allocates: per event.
 * </ul>
 */
package io.sidetone.speech.chat.http;
