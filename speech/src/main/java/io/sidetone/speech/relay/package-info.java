/**
 * Agents of others that speak text: Twilio's ConversationRelay over their WebSocket, or a request for each turn.
 *
 * <ul>
 *   <li>Runs on: the event loop of the session.
 *   <li>Reads: messages of the agent.
 *   <li>Writes: messages to the agent, the events of the session.
 *   <li>Allocates: JSON, for each message.
 * </ul>
 */
package io.sidetone.speech.relay;
