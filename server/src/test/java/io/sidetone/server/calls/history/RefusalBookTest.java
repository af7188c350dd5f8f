package io.sidetone.server.calls.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.transport.refusal.RefusalCause;
import io.sidetone.transport.refusal.RefusedCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalBookTest {
    private static final long NOON_MS = 1_775_000_040_000L;

    private final RefusalBook book = new RefusalBook();
    private int next;

    private RefusedCall call(String source, String trunk, long atMs) {
        CallFacts facts = CallFacts.NONE.by(new CallOrigin(trunk, "udp " + source + ":5060", List.of()));
        return new RefusedCall(
                new CallPlan.Identity(
                        String.format("01JABCDEFGHJKMNPQRST%06d", next++),
                        "x",
                        "sip-udp",
                        "sip:a@" + source,
                        "sip:b",
                        facts),
                atMs,
                0,
                source,
                "",
                404,
                RefusalCause.of(404),
                "no agent",
                null);
    }

    private List<RefusedNow> take(int count, String source, String trunk, long fromMs) {
        List<RefusedNow> complete = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            complete.addAll(book.take(call(source, trunk, fromMs + i)));
        }
        return complete;
    }

    @Test
    void shouldKeepTheFirstCallsOfAStrangerAndCountTheOthersOfTheMinuteInOneLine() {
        List<RefusedNow> stored = take(500, "192.0.2.1", "", NOON_MS);
        assertThat(stored).hasSize(RefusalBook.OF_STRANGER).noneMatch(RefusedNow::many);
        assertThat(book.all()).hasSize(RefusalBook.OF_STRANGER + 1);
        RefusedNow many = book.counted().get(0);
        assertThat(many.attempts()).isEqualTo(500 - RefusalBook.OF_STRANGER);
        assertThat(many.entry().attempts()).isEqualTo(500 - RefusalBook.OF_STRANGER);
        assertThat(many.entry().endedAt().toEpochMilli()).isEqualTo(NOON_MS + 499);
        assertThat(book.passed(NOON_MS + 59_999)).isEmpty();
        assertThat(book.passed(NOON_MS + 60_000)).containsExactly(many);
        assertThat(book.passed(NOON_MS + 60_001)).isEmpty();
    }

    @Test
    void shouldBeginAgainWithEachMinute() {
        take(50, "192.0.2.1", "", NOON_MS);
        List<RefusedNow> stored = take(3, "192.0.2.1", "", NOON_MS + 60_000);
        assertThat(stored).hasSize(4);
        assertThat(stored.get(0).attempts()).isEqualTo(50 - RefusalBook.OF_STRANGER);
    }

    @Test
    void shouldKeepManyCallsOfATrunk() {
        assertThat(take(RefusalBook.OF_TRUNK + 5, "192.0.2.1", "carrier", NOON_MS))
                .hasSize(RefusalBook.OF_TRUNK);
    }

    @Test
    void shouldTakeFurtherSourcesForOneWhenThereAreTooMany() {
        int stored = 0;
        for (int source = 0; source < 3_000; source++) {
            stored += take(3, "2001:db8::" + Integer.toHexString(source), "", NOON_MS)
                    .size();
        }
        assertThat(stored).isEqualTo(3 * RefusalBook.SOURCES + RefusalBook.OF_STRANGER);
        assertThat(book.all()).hasSizeLessThanOrEqualTo(RefusalBook.KEPT);
        assertThat(book.counted()).hasSize(1);
        assertThat(book.counted().get(0).attempts())
                .isEqualTo(3 * (3_000 - RefusalBook.SOURCES) - RefusalBook.OF_STRANGER);
    }

    @Test
    void shouldForgetTheCallsOfOneCallerAndStoreNothingOfThemLater() {
        take(50, "192.0.2.1", "", NOON_MS);
        take(1, "192.0.2.2", "", NOON_MS);
        book.forget(call -> call.who().from().equals("sip:a@192.0.2.1"));
        assertThat(book.all()).extracting(line -> line.call().source()).containsExactly("192.0.2.2");
        assertThat(book.passed(NOON_MS + 60_000)).isEmpty();
    }
}
