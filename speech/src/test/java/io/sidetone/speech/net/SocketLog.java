package io.sidetone.speech.net;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.embedded.EventLog;
import java.nio.charset.StandardCharsets;

/** Writes down what becomes of a connection. */
final class SocketLog implements SocketListener {
    final EventLog log = new EventLog();
    volatile EngineSocket socket;
    volatile EngineFailure failure;

    @Override
    public void opened(EngineSocket opened) {
        socket = opened;
        log.add("opened");
    }

    @Override
    public void text(ByteBuf message) {
        log.add("text " + message.toString(StandardCharsets.UTF_8));
    }

    @Override
    public void binary(ByteBuf message) {
        log.add("binary " + message.readableBytes());
    }

    @Override
    public void closed(int code, EngineFailure why) {
        failure = why;
        log.add("closed " + code + " " + (why == null ? "by us" : why.code() + ": " + why.message()));
    }
}
