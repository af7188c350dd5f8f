package io.sidetone.config.value;

import io.sidetone.config.problem.Problems;

/**
 * A rule over the value of one key that its type and range do not express. Has a constructor without arguments, or one
 * that takes the folder where relative paths start from.
 *
 * @param <T> the value as it was read
 * @param <R> the value as it is used
 */
public interface ValueRule<T, R> {
    /**
     * Checks {@code value}.
     *
     * @param path where it stands, for {@code problems}
     * @return the value as it is used; null for none
     */
    R apply(T value, String path, Problems problems);
}
