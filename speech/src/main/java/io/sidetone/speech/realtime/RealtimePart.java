package io.sidetone.speech.realtime;

import io.sidetone.core.port.EngineFailure;

/** One of the three sessions that share a connection, as the connection sees it. Event loop only. */
interface RealtimePart {
    /** The session is agreed on. */
    void ready();

    /** The connection is gone for good. */
    void failed(EngineFailure failure);

    /** Nothing more is said. */
    void closed();
}
