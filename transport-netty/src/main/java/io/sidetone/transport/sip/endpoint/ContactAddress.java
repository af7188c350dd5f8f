package io.sidetone.transport.sip.endpoint;

/**
 * Address at which peers reach us, as Contact and the sent-by of Via say it (RFC 3261 section 18.1.1).
 *
 * @param host name or address
 * @param port -1 for none: the usual one of the transport
 */
public record ContactAddress(String host, int port) {}
