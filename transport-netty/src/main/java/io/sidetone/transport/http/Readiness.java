package io.sidetone.transport.http;

import java.util.List;

/**
 * The answer of {@code /readyz}.
 *
 * @param ready whether the server accepts new calls
 * @param reasons why it does not, for people
 */
record Readiness(boolean ready, List<String> reasons) {}
