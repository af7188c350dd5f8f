package io.sidetone.speech.net;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;

/** Receives the answer to a request. One event loop; nothing comes after {@link #end}, {@link #failed} or a cancel. */
public interface ExchangeListener {
    /** The answer begins. A status of 400 or more is reported here, too; its body follows. */
    void head(int status, HttpHeaders headers);

    /** A piece of the body, cut anywhere; the buffer is only lent. */
    void body(ByteBuf piece);

    /** The body is complete. */
    void end();

    /** The answer failed, or its rest did. */
    void failed(EngineFailure failure);
}
