package io.sidetone.core.floor;

/** Sees every transition and every refused trigger of one call. Lane thread; must not block. */
public interface FloorListener {
    /** The state changed. */
    void moved(FloorTransition transition);

    /** {@code trigger} is not allowed in {@code state}; {@code message} names what is. */
    void refused(FloorState state, FloorTrigger trigger, String message);
}
