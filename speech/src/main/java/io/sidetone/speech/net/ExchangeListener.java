package io.sidetone.speech.net;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;

/** How a request is answered. One event loop; nothing comes after {@link #end}, {@link #failed} or a cancel. */
public interface ExchangeListener {
    /** The answer begins; a status of 400 or more comes here too, its body follows. */
    void head(int status, HttpHeaders headers);

    /** A piece of the body, cut anywhere; borrowed. */
    void body(ByteBuf piece);

    /** The body is complete. */
    void end();

    /** No answer, or no more of it. */
    void failed(EngineFailure failure);
}
