package io.sidetone.transport.dialect;

/** Events that the connections of one dialect count, whatever they speak. Thread-safe. */
public interface DialectEvents {
    /** A connection was refused before its upgrade. */
    void accessRefused();

    /** A call began. */
    void callOpened();

    /** A call was refused: no agent takes it, or there is no room. */
    void callRefused();
}
