package io.sidetone.transport.http;

import io.netty.channel.Channel;

/** A body that goes on after its head was written, such as server-sent events. */
@FunctionalInterface
public interface StreamBody {
    /**
     * The head was written: {@code HttpContent} may be written to {@code connection} from now on, and a {@code
     * LastHttpContent} before it is closed. Event loop of the connection; must not block.
     */
    void start(Channel connection);
}
