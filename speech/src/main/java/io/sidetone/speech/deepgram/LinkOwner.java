package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.sidetone.core.port.EngineFailure;

/** What lives on a {@link DeepgramLink}. Its event loop only. */
interface LinkOwner {
    /** The service took the connection. */
    void opened();

    /** A message of a known form; false if its type or its content means nothing here. */
    boolean message(String type, JsonNode message);

    /** Audio, borrowed; false if none is due here. */
    default boolean audio(ByteBuf bytes) {
        return false;
    }

    /** The connection is gone, or never was, and nobody asked for it. Once. */
    void lost(EngineFailure failure);

    /** After {@link DeepgramLink#finish}: nothing of the connection is left. Once, last. */
    void released();
}
