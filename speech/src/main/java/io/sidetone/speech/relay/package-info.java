/**
 * Agents of others that speak text: this side dials their WebSocket and speaks Twilio's ConversationRelay.
 *
 * <ul>
 *   <li>Runs on: the event loop of the session.
 *   <li>Reads: messages of the agent.
 *   <li>Writes: messages to the agent, the events of the session.
 *   <li>Allocates: JSON, for each message.
 * </ul>
 */
package io.sidetone.speech.relay;
