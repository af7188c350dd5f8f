package io.sidetone.transport.ws;

/**
 * The path of a protocol.
 *
 * @param template path with placeholders, for example {@code /media/twilio}
 * @param protocol protocol at that path
 */
public record WsRoute(String template, WsProtocol protocol) {}
