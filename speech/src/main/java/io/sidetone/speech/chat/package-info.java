/**
 * Dialogue by language models: OpenAI-compatible servers, Anthropic and Gemini, through LangChain4j's streaming models.
 *
 * <ul>
 *   <li>Runs on: one event loop per session; the lane only passes requests to it.
 *   <li>Reads: the caller's words, the history of the call, results of actions, answers of the service.
 *   <li>Writes: requests to the service; to the lane pieces of text and requested actions as they arrive.
 *   <li>Allocates: per turn and per piece of text.
 * </ul>
 */
package io.sidetone.speech.chat;
