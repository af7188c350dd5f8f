package io.sidetone.transport.http;

import java.util.List;

/**
 * What {@code /readyz} answers.
 *
 * @param ready whether new calls are taken
 * @param reasons why not, in words
 */
record Readiness(boolean ready, List<String> reasons) {}
