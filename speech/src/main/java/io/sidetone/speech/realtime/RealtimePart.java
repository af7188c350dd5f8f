package io.sidetone.speech.realtime;

import io.sidetone.core.port.EngineFailure;

/** One of the three sessions that share a connection, seen from the connection. Event loop only. */
interface RealtimePart {
    /** The service accepted the session. */
    void ready();

    /** The connection is finally lost. */
    void failed(EngineFailure failure);

    /** The connection is closed; nothing follows. */
    void closed();
}
