package io.sidetone.server.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.agents.plugin.Plugins;
import io.sidetone.server.agents.reload.ReloadRefusedException;
import io.sidetone.server.agents.reload.Reloads;
import io.sidetone.server.agents.reload.SharedParts;
import io.sidetone.server.agents.services.EngineMeters;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.calls.transfer.FollowUpCalls;
import io.sidetone.server.records.store.CallStore;
import io.sidetone.server.records.store.LaneCalls;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.speech.relay.RelayCalls;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reloads of a server without listeners: engines and actions are real, nothing is connected to. */
@Tag("CARD-09")
class ActiveConfigurationTest {
    private static final String SERVICES =
            """
            engines:
              mock: {type: mock}
              llm: {type: openai, key: k, url: "http://127.0.0.1:9/v1"}
              ear: {type: deepgram, key: k, url: "ws://127.0.0.1:9/v1"}
            agents:
              desk: {recognizer: [ear, mock], dialogue: [llm, mock], synthesizer: mock}
            """;

    private static final String POLICIES = "policies: {calm: {endSilenceMs: %d}}\n";

    private final AtomicLong nowNs = new AtomicLong();
    private final Prices prices = new Prices(List.of());
    private final CallBook book = new CallBook(nowNs::get, 0);
    private final WebhookTransport webhooks = new WebhookTransport(() -> 0, () -> 0, () -> 0);
    private final SharedParts shared = new SharedParts();
    private final EngineNeeds needs = new EngineNeeds(
            Plugins.load(Optional.empty()),
            CallStore.none(),
            Optional.empty(),
            new EngineMeters(),
            prices,
            shared,
            FollowUpCalls.of(book),
            new RelayCalls());
    private String text = SERVICES;
    private ActiveConfiguration present;

    @BeforeEach
    void open() throws Exception {
        present = new ActiveConfiguration(load(), webhooks, needs, book, nowNs::get);
        present.bindTo(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
        present.reloading(this::load, false);
    }

    @AfterEach
    void close() {
        present.close();
        webhooks.close();
    }

    private LoadedConfig load() throws ConfigException {
        return new ConfigLoader(new ConfigEnvironment(variable -> null, 1, Path.of("/none")))
                .parse(text, "test.yaml", Path.of("/"), Optional.empty());
    }

    private Reloads.Done reload(String next) throws ReloadRefusedException {
        text = next;
        return present.reload();
    }

    private ReloadRefusedException refused(String next) {
        return catchThrowableOfType(ReloadRefusedException.class, () -> reload(next));
    }

    private void pass(long seconds) {
        nowNs.addAndGet(seconds * 1_000_000_000L);
        present.closeUnused();
    }

    @Test
    void shouldGiveNewCallsTheAgentsAndActionsOfTheNewFile() throws Exception {
        assertThat(present.plan("sales")).isNull();
        assertThat(present.hasAction("check_stock")).isFalse();
        Reloads.Done done = reload(
                SERVICES.replace("type: openai,", "type: openai, price: {currency: EUR, input-tokens: \"1.5\"},")
                        + """
                  sales: {match: {called: [sales]}, recognizer: mock, dialogue: mock, synthesizer: mock}
                actions: {check_stock: {type: webhook, url: "http://127.0.0.1:9/", description: Looks at the shelf.}}
                """);
        assertThat(done.waiting()).isEmpty();
        assertThat(present.plan("sales").agent()).isEqualTo("sales");
        assertThat(present.plan("sales", "", header -> null).agent()).isEqualTo("sales");
        assertThat(present.hasAction("check_stock")).isTrue();
        assertThat(prices.of("llm")).isPresent();
    }

    @Test
    void shouldChangeNothingAndSayEverythingWhenTheFileIsWrong() {
        OpenedConfiguration before = present.running();
        assertThat(refused(SERVICES + "sip: {port: 70000}\nlimits: {max-cals: 3}\n")
                        .problems())
                .anyMatch(line -> line.startsWith("sip.port: ") && line.contains("; "))
                .anyMatch(line -> line.startsWith("limits.max-cals: ") && line.contains("max-calls"));
        assertThat(refused(SERVICES.replace("key: k, url: \"http", "options: {wild: 1}, key: k, url: \"http"))
                        .problems())
                .singleElement()
                .asString()
                .startsWith("engines.llm.options.wild: ");
        assertThat(refused(SERVICES.replace("synthesizer: mock", "synthesizer: mock, actions: [fly]"))
                        .problems())
                .singleElement()
                .asString()
                .startsWith("agents.desk.actions: ");
        assertThat(present.running()).isSameAs(before);
        assertThat(prices.of("llm")).isEmpty();
    }

    @Test
    @Tag("ITE-REQ-005")
    void shouldSendRunningCallsTheirNewPolicyAndCountThem() throws Exception {
        LaneCalls calls = new LaneCalls(book);
        CallRecord call = calm(calls);
        assertThat(reload(SERVICES + POLICIES.formatted(700)).calls()).isEqualTo(1);
        calls.pass(20);
        assertThat(call.policy().endSilenceMs()).isEqualTo(700);
        assertThat(reload(SERVICES + POLICIES.formatted(700)).calls())
                .as("the same file again")
                .isZero();
    }

    @Test
    @Tag("ITE-REQ-005")
    void shouldLeaveRunningCallsTheirPolicyWhenTheFileIsWrong() throws Exception {
        LaneCalls calls = new LaneCalls(book);
        CallRecord call = calm(calls);
        assertThat(refused(SERVICES + POLICIES.formatted(700) + "sip: {port: 70000}\n"))
                .isNotNull();
        assertThat(refused(SERVICES.replace("synthesizer: mock", "synthesizer: mock, actions: [fly]")
                        + POLICIES.formatted(700)))
                .isNotNull();
        calls.pass(20);
        assertThat(call.policy().endSilenceMs()).isEqualTo(900);
        assertThat(call.newestPolicy()).isSameAs(call.policy());
    }

    /** A call whose policy is the one of the file, {@code calm}. */
    private CallRecord calm(LaneCalls calls) throws Exception {
        reload(SERVICES + POLICIES.formatted(900));
        Admission admission = calls.begin("sip:bob@example.net");
        calls.publish(admission, LaneEventType.POLICY, present.config().policy("calm"));
        nowNs.set(calls.nowNs());
        assertThat(calls.last().policy().endSilenceMs()).isEqualTo(900);
        return calls.last();
    }

    @Test
    void shouldApplyWhatItCanAndNameWhatWaitsForARestartUntilThereIsOne() throws Exception {
        String next = SERVICES.replace("synthesizer: mock", "synthesizer: mock, greeting: New., journal: on")
                + "http: {port: 8099}\n";
        assertThat(reload(next).waiting()).containsExactly("http.port", "agents.desk.journal");
        assertThat(present.config().agents().get(0).greeting()).contains("New.");
        assertThat(reload(next).waiting()).as("still").contains("http.port");
        assertThat(reload(SERVICES).waiting()).isEmpty();
    }

    @Test
    void shouldGoOnCountingWhereTheEnginesBeforeStopped() throws Exception {
        int meters = needs.meters().all().size();
        reload(SERVICES);
        assertThat(meters).isPositive();
        assertThat(needs.meters().all()).hasSize(meters);
    }

    @Test
    void shouldLeakNothingOverAHundredReloads() throws Exception {
        reload(SERVICES);
        pass(10);
        int threads = Thread.activeCount();
        int parts = shared.open();
        long files = files();
        for (int i = 0; i < 100; i++) {
            reload(SERVICES.replace("key: k", "key: k" + i));
            pass(10);
        }
        assertThat(present.observer().open()).hasSize(1);
        assertThat(shared.open()).isEqualTo(parts);
        assertThat(Thread.activeCount()).as("threads").isLessThan(threads + 20);
        assertThat(files()).as("open files").isLessThan(files + 20);
    }

    @Test
    void shouldCloseWhatWasOpenedWhenAnythingGoesWrong() {
        SharedParts parts = new SharedParts();
        EngineNeeds broken = new EngineNeeds(
                needs.plugins(), needs.memory(), Optional.empty(), null, prices, parts, needs.followers(), null);
        assertThatThrownBy(() -> OpenedConfiguration.open(load(), webhooks, broken))
                .isInstanceOf(NullPointerException.class);
        assertThat(parts.open()).isZero();
    }

    private static long files() {
        String[] open = Path.of("/proc/self/fd").toFile().list();
        return open == null ? 0 : open.length;
    }
}
