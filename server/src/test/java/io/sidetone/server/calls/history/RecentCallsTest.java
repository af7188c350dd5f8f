package io.sidetone.server.calls.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.calls.CallPages;
import io.sidetone.server.records.store.sql.CallArchive;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.transport.http.history.CallEntries;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.http.history.CallQuery;
import io.sidetone.transport.refusal.RefusalCause;
import io.sidetone.transport.refusal.RefusedCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls of memory and of the store in one list: each once, in order, none lost between two parts. */
class RecentCallsTest {
    private final RefusalBook refusals = new RefusalBook();
    private final RecentCalls recent =
            new RecentCalls(new CallPages(new CallBook(() -> 0, 1), () -> 0, Prices.NONE), refusals);

    private static RefusedCall refused(int number) {
        return new RefusedCall(
                new CallPlan.Identity(id(number), "x", "sip-udp", "sip:a@h", "sip:b@h", CallFacts.NONE),
                number,
                0,
                "",
                "",
                404,
                RefusalCause.NO_AGENT,
                "of memory",
                null);
    }

    private static String id(int number) {
        return String.format("01JABCDEFGHJKMNPQRST%06d", number);
    }

    private static CallArchive.Found kept(String behind, int... numbers) {
        return new CallArchive.Found(
                java.util.Arrays.stream(numbers)
                        .mapToObj(number -> CallEntries.of(refused(number)).of(7, java.time.Instant.EPOCH))
                        .toList(),
                behind);
    }

    private static List<String> ids(RecentCalls.Merged merged) {
        return merged.entries().stream().map(CallEntry::callId).toList();
    }

    @Test
    void shouldShowEachCallOnceAsMemoryKnowsItAndInOrder() throws Exception {
        refusals.take(refused(9));
        refusals.take(refused(5));
        RecentCalls.Merged merged = recent.merged(CallQuery.of(Map.of()), null, kept(null, 7, 5, 3), 10);
        assertThat(ids(merged)).containsExactly(id(9), id(7), id(5), id(3));
        assertThat(merged.entries().get(2).attempts()).as("the line of memory").isNull();
        assertThat(merged.behind()).isNull();
    }

    @Test
    void shouldLeaveCallsOfMemoryForTheNextPartWhereTheStoreHasMoreBefore() throws Exception {
        refusals.take(refused(9));
        refusals.take(refused(2));
        CallQuery query = CallQuery.of(Map.of());
        RecentCalls.Merged first = recent.merged(query, null, kept(id(5), 7, 6, 5), 10);
        assertThat(ids(first)).containsExactly(id(9), id(7), id(6), id(5));
        assertThat(first.behind()).isEqualTo(id(5));
        RecentCalls.Merged second = recent.merged(query, first.behind(), kept(null, 4), 10);
        assertThat(ids(second)).containsExactly(id(4), id(2));
    }

    @Test
    void shouldCutAtTheLimitAndGoOnBehindTheLastOne() throws Exception {
        for (int i = 1; i <= 5; i++) {
            refusals.take(refused(i));
        }
        CallQuery query = CallQuery.of(Map.of("state", List.of("refused")));
        RecentCalls.Merged first = recent.merged(query, null, kept(null), 2);
        assertThat(ids(first)).containsExactly(id(5), id(4));
        assertThat(ids(recent.merged(query, first.behind(), kept(null), 10))).containsExactly(id(3), id(2), id(1));
        assertThat(ids(recent.merged(CallQuery.of(Map.of("text", List.of("of memory"))), null, kept(null), 9)))
                .hasSize(5);
        assertThat(ids(recent.merged(CallQuery.of(Map.of("caller", List.of("b"))), null, kept(null), 9)))
                .isEmpty();
    }
}
