package io.sidetone.transport.http;

import io.netty.channel.Channel;

/** A body that continues after its head was written, such as server-sent events. */
@FunctionalInterface
public interface StreamBody {
    /**
     * The head was written: from now on {@code HttpContent} may be written to {@code connection}; a {@code
     * LastHttpContent} must come before it is closed. Event loop of the connection; must not block.
     */
    void start(Channel connection);
}
