package io.sidetone.tools.scenario.run;

/**
 * Something that was expected in vain.
 *
 * @param part of the scenario that expects it, such as {@code caller[1].expect.said[0]}
 * @param text what is wrong
 */
public record Failure(String part, String text) {}
