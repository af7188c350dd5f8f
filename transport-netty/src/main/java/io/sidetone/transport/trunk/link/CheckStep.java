package io.sidetone.transport.trunk.link;

/**
 * One thing that was checked of a trunk.
 *
 * @param ok whether it is in order
 * @param what was checked: {@code dns}, {@code options}, {@code digest}, {@code register}
 * @param said what was found; where it is not in order with a remedy after a semicolon
 */
public record CheckStep(boolean ok, String what, String said) {}
