/**
 * Dialogue by language models: OpenAI-compatible servers, Anthropic and Gemini, through LangChain4j's streaming models.
 *
 * <ul>
 *   <li>Runs on: one event loop per session; the lane only hands over.
 *   <li>Reads: what the caller said, the history of the call, results of actions, answers of the service.
 *   <li>Writes: requests; text pieces and wanted actions as they come.
 *   <li>Allocates: per turn and per piece of text.
 * </ul>
 */
package io.sidetone.speech.chat;
