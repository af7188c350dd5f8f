package io.sidetone.server.records.aftercall;

import java.util.List;

/**
 * Result of the erasure of a caller, as it is answered.
 *
 * @param calls calls of the call store and of memory
 * @param visitors visits remembered for introductions
 * @param recordings calls whose recording was removed
 * @param journals calls whose journal was removed
 * @param captures calls whose captured packets were removed
 * @param running ids of calls of the caller that go on; nothing of them was removed
 * @param unreadable files that could not be read or removed; the log names them
 */
public record ErasureResult(
        int calls, int visitors, int recordings, int journals, int captures, List<String> running, int unreadable) {}
