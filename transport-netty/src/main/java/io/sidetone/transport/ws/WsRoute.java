package io.sidetone.transport.ws;

/**
 * Where a protocol is spoken.
 *
 * @param template path with placeholders, for example {@code /media/twilio}
 * @param protocol spoken there
 */
public record WsRoute(String template, WsProtocol protocol) {}
