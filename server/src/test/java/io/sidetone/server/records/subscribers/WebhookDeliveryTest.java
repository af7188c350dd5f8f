package io.sidetone.server.records.subscribers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.subscriber.SubscriberConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.server.records.delivery.DeliveredMark;
import io.sidetone.server.records.delivery.FolderDisk;
import io.sidetone.server.records.delivery.Spool;
import io.sidetone.server.records.delivery.SpoolRecord;
import io.sidetone.transport.turn.TurnJson;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delivery on event time, through a real spool. */
@Tag("ITE-PAT-001")
class WebhookDeliveryTest {
    static final long MS = 1_000_000L;
    private static final long WALL_MS = 1_758_906_632_000L;
    private static final EventSender.Answer OK = new EventSender.Answer(204, 0, "");
    private static final EventSender.Answer BUSY = new EventSender.Answer(503, 0, "");

    @TempDir
    private Path folder;

    private final FakePost post = new FakePost();
    private final SubscriberCounters counters = new SubscriberCounters();
    private Spool spool;
    private DeliveredMark mark;
    private WebhookDelivery delivery;
    private double chance = 1.0;
    private long nowNs = 5_000_000_000L;

    /** Keeps attempts until the test answers them. */
    private static final class FakePost implements EventSender {
        record Attempt(PendingEvent pending, int number, Consumer<Answer> answered) {
            String id() {
                return pending.callId() + "/" + pending.sequence();
            }
        }

        final List<Attempt> open = new ArrayList<>();
        final List<String> sent = new ArrayList<>();

        @Override
        public void send(PendingEvent pending, Consumer<Answer> answered) {
            open.add(new Attempt(pending, pending.attempts, answered));
            sent.add(pending.callId() + "/" + pending.sequence());
        }

        void answerAll(Answer answer) {
            List<Attempt> now = List.copyOf(open);
            open.clear();
            now.forEach(attempt -> attempt.answered().accept(answer));
        }
    }

    static SubscriberConfig config(Path folder, int maxConcurrent, Duration maxAge) {
        return new SubscriberConfig(
                "crm",
                URI.create("http://127.0.0.1:9/events"),
                Secret.literal("0123456789abcdef"),
                EnumSet.allOf(TurnEventType.class),
                Set.of(),
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                maxAge,
                maxConcurrent,
                folder,
                1 << 22);
    }

    static TurnEvent event(TurnEventType type, long sequence, long wallMs) {
        FloorViews views = new FloorViews("user_speaking", "listening", "listening", "LISTENING");
        return new TurnEvent(type, sequence, FloorState.LISTENING, views, null, 0, wallMs, Map.of());
    }

    @BeforeEach
    void open() throws IOException {
        start(4);
    }

    private void start(int maxConcurrent) throws IOException {
        spool = new Spool(new FolderDisk(folder, "events"), 1 << 16, 1 << 22);
        spool.recover();
        mark = new DeliveredMark(folder, spool);
        SubscriberConfig config = config(folder, maxConcurrent, Duration.ofMinutes(10));
        delivery = new WebhookDelivery(config, mark.reader(), post, counters, () -> chance, () -> {});
    }

    private void happen(String callId, long sequence) throws IOException {
        TurnEvent event = event(TurnEventType.TURN_ENDED, sequence, wallMs());
        spool.append(List.of(
                PendingEvent.record(SpoolRecord.Kind.EVENT, callId, event, TurnJson.message(callId, event, true))));
    }

    private long wallMs() {
        return WALL_MS + nowNs / MS;
    }

    private long step() {
        return delivery.step(nowNs, wallMs());
    }

    private void pass(long ms) {
        nowNs += ms * MS;
        step();
    }

    @Test
    void shouldSendTheEventsOfOneCallOneAfterTheOtherAndThoseOfSeveralTogether() throws IOException {
        for (int i = 1; i <= 3; i++) {
            happen("A", i);
            happen("B", i);
        }
        step();
        assertThat(post.sent).containsExactly("A/1", "B/1");
        post.open.remove(0).answered().accept(OK);
        step();
        assertThat(post.sent).containsExactly("A/1", "B/1", "A/2");
        post.answerAll(OK);
        step();
        post.answerAll(OK);
        step();
        assertThat(post.sent).containsExactly("A/1", "B/1", "A/2", "B/2", "A/3", "B/3");
        post.answerAll(OK);
        step();
        assertThat(spool.pending()).isZero();
        assertThat(counters.events.value(SubscriberCounter.DELIVERED)).isEqualTo(6);
        assertThat(delivery.idle()).isTrue();
    }

    @Test
    void shouldNeverHaveMoreRequestsUnderWayThanItMay() throws IOException {
        for (int i = 0; i < 20; i++) {
            happen("CALL" + i, 1);
        }
        step();
        assertThat(post.open).hasSize(4);
        post.open.remove(0).answered().accept(OK);
        step();
        assertThat(post.open).hasSize(4);
        while (!post.open.isEmpty()) {
            post.answerAll(OK);
            step();
            assertThat(post.open).hasSizeLessThanOrEqualTo(4);
        }
        assertThat(counters.events.value(SubscriberCounter.DELIVERED)).isEqualTo(20);
    }

    @Test
    void shouldWaitLongerAfterEachFailureAndNeverLongerThanItMay() throws IOException {
        happen("A", 1);
        step();
        List<Long> pausesMs = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            post.answerAll(BUSY);
            long nextNs = step();
            int before = post.sent.size();
            long fromNs = nowNs;
            while (post.sent.size() == before) {
                assertThat(nextNs - nowNs).isPositive();
                nowNs = nextNs;
                nextNs = step();
            }
            pausesMs.add((nowNs - fromNs) / MS);
        }
        assertThat(pausesMs)
                .containsExactly(200L, 400L, 800L, 1_600L, 3_200L, 6_400L, 10_000L, 10_000L, 10_000L, 10_000L);
        assertThat(post.open.get(0).number()).isEqualTo(11);
        assertThat(delivery.up()).isFalse();
        post.answerAll(OK);
        step();
        assertThat(delivery.up()).isTrue();
        assertThat(counters.events.value(SubscriberCounter.FAILURES)).isEqualTo(10);
        assertThat(counters.events.value(SubscriberCounter.DELIVERED)).isEqualTo(1);
    }

    @Test
    void shouldShortenAPauseByChanceByHalfAtMost() throws IOException {
        chance = 0.0;
        happen("A", 1);
        step();
        post.answerAll(BUSY);
        step();
        pass(99);
        assertThat(post.sent).hasSize(1);
        pass(1);
        assertThat(post.sent).hasSize(2);
    }

    @Test
    void shouldDoWhatRetryAfterAsksButNotForEver() throws IOException {
        happen("A", 1);
        step();
        post.answerAll(new EventSender.Answer(429, 3_000, ""));
        step();
        pass(2_999);
        assertThat(post.sent).hasSize(1);
        pass(1);
        assertThat(post.sent).hasSize(2);
        post.answerAll(new EventSender.Answer(503, 86_400_000, ""));
        step();
        pass(10_000);
        assertThat(post.sent).hasSize(3);
    }

    @Test
    void shouldAskWithOneRequestAloneWhileTheSubscriberFails() throws IOException {
        for (int i = 0; i < 10; i++) {
            happen("CALL" + i, 1);
        }
        step();
        assertThat(post.open).hasSize(4);
        post.answerAll(BUSY);
        step();
        assertThat(post.open).isEmpty();
        pass(200);
        assertThat(post.open).hasSize(1);
        post.answerAll(BUSY);
        step();
        pass(399);
        assertThat(post.open).isEmpty();
        pass(1);
        assertThat(post.open).hasSize(1);
        post.answerAll(OK);
        step();
        assertThat(post.open).as("all at once again").hasSize(4);
        for (int i = 0; i < 10; i++) {
            post.answerAll(OK);
            step();
        }
        assertThat(counters.events.value(SubscriberCounter.DELIVERED)).isEqualTo(10);
    }

    @Test
    void shouldNotLetOneEventThatFailsForEverKeepTheOthers() throws IOException {
        happen("BAD", 1);
        happen("BAD", 2);
        int others = WebhookDelivery.WINDOW + 1_000;
        for (int i = 0; i < others; i++) {
            happen("CALL" + i, 1);
        }
        Map<String, Integer> tries = new HashMap<>();
        long limitNs = nowNs + 9 * 60_000 * MS;
        while (spool.pending() > 0 && nowNs < limitNs) {
            for (FakePost.Attempt attempt : List.copyOf(post.open)) {
                post.open.remove(attempt);
                tries.merge(attempt.id(), 1, Integer::sum);
                attempt.answered().accept(attempt.id().equals("BAD/1") ? BUSY : OK);
            }
            pass(10);
        }
        assertThat(counters.events.value(SubscriberCounter.DELIVERED)).isEqualTo(others + 1);
        assertThat(tries.get("BAD/1")).isBetween(WebhookDelivery.LONELY_FAILURES, WebhookDelivery.LONELY_FAILURES + 2);
        assertThat(tries).containsEntry("BAD/2", 1);
        assertThat(counters.events.value(SubscriberCounter.DEAD)).isEqualTo(1);
        assertThat(spool.pending()).isZero();
    }

    @Test
    void shouldCountAsDeadWhatNobodyTookInTimeAndGoOn() throws IOException {
        happen("A", 1);
        step();
        post.answerAll(BUSY);
        step();
        nowNs += 601_000 * MS;
        happen("A", 2);
        step();
        assertThat(counters.events.value(SubscriberCounter.DEAD)).isEqualTo(1);
        assertThat(post.open.get(0).pending().sequence()).isEqualTo(2);
        post.answerAll(OK);
        step();
        assertThat(spool.pending()).isZero();
    }

    @Test
    void shouldNotRepeatWhatTheSubscriberRefusesForGood() throws IOException {
        int sequence = 0;
        for (int status : new int[] {400, 410, 413, 415, 422}) {
            happen("A", ++sequence);
            step();
            post.answerAll(new EventSender.Answer(status, 0, ""));
            step();
        }
        assertThat(counters.events.value(SubscriberCounter.REFUSED)).isEqualTo(5);
        assertThat(post.sent).containsExactly("A/1", "A/2", "A/3", "A/4", "A/5");
        assertThat(spool.pending()).isZero();
        assertThat(delivery.up()).isTrue();
    }

    @Test
    void shouldRepeatEverythingElseThatIsNoSuccess() throws IOException {
        int sequence = 0;
        for (int status : new int[] {0, 301, 302, 401, 403, 404, 408, 409, 425, 429, 500, 502, 503, 504}) {
            happen("A", ++sequence);
            pass(60_000);
            post.answerAll(new EventSender.Answer(status, 0, "it cannot be reached"));
            step();
            pass(60_000);
            assertThat(post.open).as("%d", status).hasSize(1);
            post.answerAll(OK);
            step();
        }
        assertThat(counters.events.value(SubscriberCounter.DELIVERED)).isEqualTo(14);
        assertThat(counters.events.value(SubscriberCounter.FAILURES)).isEqualTo(14);
    }

    @Test
    void shouldPassOverWhatItCannotRead() throws IOException {
        spool.append(List.of(
                new SpoolRecord(SpoolRecord.Kind.EVENT, "A", new byte[] {9, 9}),
                new SpoolRecord(SpoolRecord.Kind.ENDED, "A", "{}".getBytes(StandardCharsets.UTF_8)),
                new SpoolRecord(SpoolRecord.Kind.EVENT, "A", new byte[40])));
        happen("A", 4);
        step();
        assertThat(post.sent).containsExactly("A/4");
        post.answerAll(OK);
        step();
        assertThat(counters.events.value(SubscriberCounter.REFUSED)).isEqualTo(3);
        assertThat(spool.pending()).isZero();
    }

    @Test
    void shouldRepeatNothingAfterAnOrderlyEndAndLittleAfterACrash() throws IOException {
        for (int i = 1; i <= 50; i++) {
            happen("A", i);
        }
        for (int i = 0; i < 20; i++) {
            step();
            post.answerAll(OK);
        }
        step();
        mark.close();
        post.open.clear();
        post.sent.clear();
        start(4);
        step();
        assertThat(post.sent).containsExactly("A/21");
        post.answerAll(OK);
        step();
        assertThat(spool.pending()).isEqualTo(29);
        assertThat(post.sent).containsExactly("A/21", "A/22");

        post.open.clear();
        post.sent.clear();
        start(4);
        step();
        assertThat(post.sent).as("the mark is as old as the last note").containsExactly("A/21");
    }

    @Test
    void shouldSendEverythingAgainWhereTheMarkIsLostOrMeansNothing() throws IOException {
        happen("A", 1);
        happen("A", 2);
        step();
        post.answerAll(OK);
        step();
        for (String wrong : List.of("", "x y\n", "99 99999999\n", "1 9999999999999999999999\n")) {
            Files.writeString(folder.resolve("delivered"), wrong);
            post.sent.clear();
            post.open.clear();
            start(4);
            step();
            assertThat(post.sent).as("'%s'", wrong).containsExactly("A/1");
        }
    }

    @Test
    void shouldLeaveNothingBehindWhenEverythingIsDelivered() throws IOException {
        happen("A", 1);
        step();
        post.answerAll(OK);
        step();
        mark.note();
        assertThat(folder.resolve("delivered")).exists();
        mark.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldDeliverEverythingInOrderWhateverTheSubscriberAnswers() throws IOException {
        long seed = Long.getLong("sidetone.seed", 20_261_101L);
        Random random = new Random(seed);
        Map<String, Integer> next = new HashMap<>();
        Map<String, Integer> taken = new HashMap<>();
        int happened = 0;
        for (int round = 0; round < 4_000 || counters.events.value(SubscriberCounter.DELIVERED) < happened; round++) {
            assertThat(round).as("seed %d", seed).isLessThan(400_000);
            if (round < 4_000 && random.nextInt(3) == 0) {
                String call = "CALL" + random.nextInt(12);
                happen(call, next.merge(call, 1, Integer::sum));
                happened++;
            }
            if (round % 64 == 0) {
                spool.trim();
            }
            if (!post.open.isEmpty() && random.nextBoolean()) {
                FakePost.Attempt attempt = post.open.remove(random.nextInt(post.open.size()));
                boolean good = random.nextInt(4) > 0;
                if (good) {
                    int got = taken.merge(attempt.pending().callId(), 1, Integer::sum);
                    assertThat(attempt.pending().sequence()).as("seed %d", seed).isEqualTo(got);
                }
                attempt.answered().accept(good ? OK : BUSY);
            }
            pass(random.nextInt(20));
        }
        assertThat(taken).as("seed %d", seed).isEqualTo(next);
        assertThat(spool.pending()).isZero();
    }
}
