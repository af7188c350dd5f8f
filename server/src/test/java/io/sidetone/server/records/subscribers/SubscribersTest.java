package io.sidetone.server.records.subscribers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.config.subscriber.SubscriberConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.server.actions.webhook.SilentPeer;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.records.store.StoreUnusableException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turn events over real HTTP, through real spools. */
@Tag("ITE-PAT-001")
@Tag("ITE-MSG-001")
@Tag("real-time")
class SubscribersTest {
    static final String ONE = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    private static final String OTHER = "01JABCDEFGHJKMNPQRSTVWXYZ1";
    private static final Set<TurnEventType> ALL = EnumSet.allOf(TurnEventType.class);

    @TempDir
    private Path folder;

    private EventReceiver receiver;

    @BeforeEach
    void openReceiver() throws IOException {
        receiver = new EventReceiver(0);
    }

    @AfterEach
    void closeReceiver() {
        receiver.close();
        assertThat(receiver.complaints).isEmpty();
    }

    static CallRecord call(String id, String agent) {
        return new CallRecord(
                new CallSetup(
                        new CallSetup.Identity(
                                id, "x", "test", agent, "a", "b", CallFacts.NONE, 1, 1_758_906_632_123L, 0),
                        CallSetup.Engines.of(null, null, null),
                        CallSetup.Line.of(null, null),
                        CallSetup.Terms.DEFAULT),
                null);
    }

    static TurnEvent event(TurnEventType type, long sequence) {
        Interruption how = new Interruption(
                InterruptionType.BARGE_IN, InterruptionSource.DETECTOR, System.currentTimeMillis(), 40, "speech");
        return new TurnEvent(
                type,
                sequence,
                FloorState.LISTENING,
                new FloorViews("user_speaking", "listening", "listening", "LISTENING"),
                new TurnDescriptor(
                        "turn-1",
                        TurnRole.ASSISTANT,
                        5,
                        System.currentTimeMillis(),
                        TurnDescriptor.OPEN,
                        how,
                        "default"),
                0,
                System.currentTimeMillis(),
                Map.of("interruptionCount", 2));
    }

    static SubscriberConfig config(String name, URI url, Set<TurnEventType> events, Set<String> agents, Path folder) {
        return config(name, url, events, agents, folder, Duration.ofSeconds(30));
    }

    private static SubscriberConfig config(
            String name, URI url, Set<TurnEventType> events, Set<String> agents, Path folder, Duration timeout) {
        return new SubscriberConfig(
                name,
                url,
                Secret.literal(EventReceiver.SECRET),
                events,
                agents,
                timeout,
                Duration.ofSeconds(1),
                Duration.ofHours(1),
                4,
                folder.resolve(name),
                1 << 20);
    }

    static WebhookTransport transport() {
        return new WebhookTransport(() -> System.currentTimeMillis() / 1_000, System::nanoTime, () -> 0.5);
    }

    private Subscribers open(SubscriberConfig... configs) throws StoreUnusableException {
        return Subscribers.open(List.of(configs), transport());
    }

    static void await(String what, BooleanSupplier so) throws InterruptedException {
        long limitNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime() - limitNs).as("waited for %s", what).isNegative();
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void shouldPostWhatASubscriberWantsAndNothingElse() throws Exception {
        try (Subscribers subscribers =
                open(config("crm", receiver.url(), EnumSet.of(TurnEventType.TURN_ENDED), Set.of("desk"), folder))) {
            subscribers.on(call(ONE, "desk"), event(TurnEventType.TURN_STARTED, 1));
            subscribers.on(call(ONE, "desk"), event(TurnEventType.TURN_ENDED, 2));
            subscribers.on(call(OTHER, "shop"), event(TurnEventType.TURN_ENDED, 1));
            subscribers.on(call(OTHER, "desk"), event(TurnEventType.TURN_ENDED, 3));
            await("two events", () -> receiver.taken.size() == 2);
        }
        assertThat(receiver.keys).containsExactlyInAnyOrder(ONE + "-2", OTHER + "-3");
        assertThat(receiver.taken.get(0))
                .startsWith("{\"type\":\"voicepilot.turn.event\",\"payload\":{\"version\":1,\"type\":\"turn-ended\"")
                .contains("\"interruption\":{\"type\":\"barge-in\"");
        assertThat(folder.resolve("crm").resolve("delivered")).doesNotExist();
    }

    @Test
    void shouldTellEachOfSeveralSubscribersThoughOneIsNotThere() throws Exception {
        try (EventReceiver second = new EventReceiver(0);
                Subscribers subscribers = open(
                        config("crm", receiver.url(), ALL, Set.of(), folder),
                        config("gone", URI.create("http://127.0.0.1:9/events"), ALL, Set.of(), folder),
                        config("bi", second.url(), ALL, Set.of(), folder))) {
            for (int i = 1; i <= 100; i++) {
                subscribers.on(call(ONE, "desk"), event(TurnEventType.STATE_CHANGED, i));
            }
            await("all of them at both", () -> receiver.taken.size() == 100 && second.taken.size() == 100);
            for (int i = 0; i < 100; i++) {
                assertThat(receiver.taken.get(i)).contains("\"sequence\":" + (i + 1) + ",");
                assertThat(second.taken.get(i)).contains("\"sequence\":" + (i + 1) + ",");
            }
            Subscriber gone = subscribers.all().get(1);
            await("the third to be known as down", () -> !gone.up());
            assertThat(gone.pending()).isEqualTo(100);
        }
    }

    @Test
    void shouldDeliverAfterARestartWhatNobodyTookBefore() throws Exception {
        receiver.status = number -> 503;
        SubscriberConfig config = config("crm", receiver.url(), ALL, Set.of(), folder);
        try (Subscribers subscribers = open(config)) {
            for (int i = 1; i <= 10; i++) {
                subscribers.on(call(ONE, "desk"), event(TurnEventType.TURN_STARTED, i));
            }
            await("a failure", () -> !subscribers.all().get(0).up());
        }
        assertThat(receiver.taken).isEmpty();
        receiver.status = number -> 200;
        try (Subscribers subscribers = open(config)) {
            await("all of them", () -> receiver.taken.size() == 10);
            subscribers.on(call(ONE, "desk"), event(TurnEventType.TURN_STARTED, 11));
            await("one more", () -> receiver.taken.size() == 11);
        }
        for (int i = 0; i < 11; i++) {
            assertThat(receiver.taken.get(i)).contains("\"sequence\":" + (i + 1) + ",");
        }
    }

    @Test
    void shouldDeliverWhatIsLeftWhenTheServerStopsInOrder() throws Exception {
        Subscribers subscribers = open(config("crm", receiver.url(), ALL, Set.of(), folder));
        for (int i = 1; i <= 40; i++) {
            subscribers.on(call(ONE + i % 5, "desk"), event(TurnEventType.TURN_STARTED, i));
        }
        subscribers.close();
        assertThat(receiver.taken).hasSize(40);
        try (java.util.stream.Stream<Path> left = java.nio.file.Files.list(folder.resolve("crm"))) {
            assertThat(left.map(file -> file.getFileName().toString())).containsExactly("lock");
        }
    }

    @Test
    void shouldSendAgainWithTheSameKeyWhatBrokeOffOrTookTooLong() throws Exception {
        receiver.gate = new CountDownLatch(1);
        receiver.status = number -> number == 2 ? 0 : 204;
        try (Subscribers subscribers =
                open(config("crm", receiver.url(), ALL, Set.of(), folder, Duration.ofMillis(500)))) {
            subscribers.on(call(ONE, "desk"), event(TurnEventType.TURN_STARTED, 1));
            await(
                    "the first to be given up",
                    () -> subscribers.all().get(0).counters().events.value(SubscriberCounter.FAILURES) == 1);
            receiver.gate.countDown();
            await(
                    "the event",
                    () -> subscribers.all().get(0).counters().events.value(SubscriberCounter.DELIVERED) == 1);
            assertThat(subscribers.all().get(0).counters().events.value(SubscriberCounter.FAILURES))
                    .isGreaterThanOrEqualTo(2);
        }
        assertThat(receiver.keys).hasSizeGreaterThanOrEqualTo(3).containsOnly(ONE + "-1");
    }

    @Test
    void shouldCountWhatFindsNoRoomAndNeverBlockTheLane() throws Exception {
        receiver.gate = new CountDownLatch(1);
        try (Subscribers subscribers = open(config("crm", receiver.url(), ALL, Set.of(), folder))) {
            CallRecord call = call(ONE, "desk");
            Subscriber only = subscribers.all().get(0);
            int sequence = 0;
            while (only.counters().events.value(SubscriberCounter.OVERFLOW) == 0 && sequence < 1_000_000) {
                subscribers.on(call, event(TurnEventType.STATE_CHANGED, ++sequence));
            }
            assertThat(only.counters().events.value(SubscriberCounter.OVERFLOW)).isPositive();
            assertThat(only.spoolBytes()).isLessThanOrEqualTo(1 << 20);
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            subscribers.bindTo(registry);
            assertThat(registry.scrape())
                    .contains("sidetone_subscriber_overflow_total{subscriber=\"crm\"}")
                    .contains("sidetone_subscriber_dead_letters_total{subscriber=\"crm\"} 0.0")
                    .contains("sidetone_subscriber_delay_seconds{subscriber=\"crm\",quantile=\"0.99\"}")
                    .contains("sidetone_subscriber_up{subscriber=\"crm\"} ");
        }
    }

    @Test
    void shouldRefuseAFolderThatAnotherServerUses() throws Exception {
        SubscriberConfig config = config("crm", receiver.url(), ALL, Set.of(), folder);
        try (Subscribers first = open(config)) {
            assertThat(first.lines()).containsExactly("subscriber crm http://127.0.0.1:" + receiver.port());
            assertThatThrownBy(() -> open(config))
                    .isInstanceOf(StoreUnusableException.class)
                    .hasMessageContaining("subscribers.crm.spool-dir: ")
                    .hasMessageContaining("used by another server; give each its own");
        }
    }

    @Test
    void shouldDoNothingWithoutSubscribers() throws Exception {
        try (Subscribers none = open()) {
            none.on(call(ONE, "desk"), event(TurnEventType.TURN_STARTED, 1));
            assertThat(none.lines()).isEmpty();
        }
    }

    @Test
    void shouldKeepNoConnectionToAServerThatNeverAnswers() throws Exception {
        try (SilentPeer peer = new SilentPeer()) {
            try (Subscribers subscribers = open(config(
                    "crm",
                    peer.url(),
                    EnumSet.of(TurnEventType.TURN_ENDED),
                    Set.of("desk"),
                    folder,
                    Duration.ofMillis(100)))) {
                for (int i = 1; i < 200; i++) {
                    subscribers.on(call(ONE + i, "desk"), event(TurnEventType.TURN_ENDED, i));
                }
                await("some attempts", () -> peer.taken.get() >= 6);
                assertThat(peer.most()).isLessThanOrEqualTo(8);
            }
            SilentPeer.await("the end of all connections", () -> peer.open.get() == 0);
        }
    }
}
