package io.sidetone.core.floor;

/**
 * Something that happened to a call, as its observers see it. Immutable; made on the lane, a few per turn and none per frame, may
 * travel. A transition of the floor is one by itself, so that the lane makes nothing more for who watches.
 */
public interface CallEvent {}
