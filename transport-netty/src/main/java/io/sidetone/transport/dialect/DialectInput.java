package io.sidetone.transport.dialect;

import io.netty.buffer.ByteBuf;

/**
 * Reader of a dialect: its messages become the begin of a call, sound, digits, marks and its end, through the {@link
 * DialectConnection} it was made with. One per connection, on its event loop. Not called after the connection was left.
 */
public interface DialectInput {
    /** A whole text message, valid UTF-8; borrowed. */
    void text(ByteBuf message, long nowNs);

    /** A whole binary message; borrowed. */
    void binary(ByteBuf message, long nowNs);

    /** The peer takes more: what the dialect itself keeps back may go. Only during a call. */
    void room();

    /** The socket is gone: nothing can be sent any more. */
    void gone();
}
