/**
 * LangChain4j's way to the network, over our own connections: event loops instead of threads, and a cancel that closes.
 *
 * <ul>
 *   <li>Runs on: the event loop of the session that asks; nothing blocks there.
 *   <li>Reads: answers of model services, as server-sent events.
 *   <li>Writes: their requests.
 *   <li>Allocates: per event.
 * </ul>
 */
package io.sidetone.speech.chat.http;
