package io.sidetone.transport.trunk;

/** Ways in which calls of a trunk are handed on. */
public enum TransferMode {
    /** The peer is asked by REFER; where it refuses, the lines are joined in this process. */
    AUTO,
    /** The peer is asked by REFER. */
    REFER,
    /** The lines are joined in this process. */
    BRIDGE
}
