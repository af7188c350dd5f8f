package io.sidetone.transport.sip.ua;

/** A call of ours (RFC 3261 13.2). {@link #hangUp} before the answer cancels it. SIP event loop only. */
public interface OutgoingCall extends SipCall {}
