package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayListener;
import io.sidetone.core.replay.ReplayResult;
import io.sidetone.server.actions.webhook.FakeShop;
import io.sidetone.server.ops.traces.Collector;
import io.sidetone.server.records.store.CallRowsReader;
import io.sidetone.server.records.subscribers.EventReceiver;
import io.sidetone.speech.embedded.EmbeddedEngines;
import io.sidetone.tools.softphone.script.Trigger;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A caller keys and says a card number over a real line: the action's web server gets it, and nothing that the server keeps has it. */
class SecretKeysSystemTest {
    private static final List<String> NO_PARTS = EmbeddedEngines.missing();
    private static final String CARD = "4929386157420834";

    /** Louder than anything that a line without speech carries. */
    private static final int LOUD = 500;

    @TempDir
    private Path folder;

    private String config(FakeShop shop, EventReceiver receiver, Collector collector) throws IOException {
        Files.writeString(
                folder.resolve("cashier.yaml"),
                """
                flow: cashier
                start: card
                greeting: Hello, this is the cashier.
                states:
                  card:
                    prompt: Please key in your card number.
                    keys: It has sixteen digits.
                    hear:
                      person: {say: a person, end: true}
                      card:
                        digits: 16
                        secret: true
                        action: charge
                        with: {card: "{card}"}
                        done: {answer: "It is paid, {result.message}.", next: menu}
                        failed: {answer: "That did not work.", next: menu}
                  menu:
                    prompt: Press 7 to end.
                    keys: Press 7 to end.
                    hear:
                      end: {say: goodbye, key: "7", end: true}
                """);
        return """
                engines:
                  mock: {type: mock}
                  flow: {type: embedded}
                actions:
                  charge: {type: webhook, url: "%s", secret: %s, description: Charges a card.,
                           parameters: {type: object, properties: {card: {type: string, pattern: "^[0-9]{16}$"}}}}
                agents:
                  cashier: {recognizer: mock, dialogue: flow, synthesizer: mock, flow: cashier.yaml, journal: on,
                            recording: {dir: %s}}
                journal: {dir: %s}
                telemetry: {traces: {otlp: "%s", key: key-of-the-collector, words: true}}
                subscribers:
                  - {name: crm, url: "%s", secret: %s}
                """
                .formatted(
                        shop.url(),
                        FakeShop.SECRET,
                        folder.resolve("rec"),
                        folder.resolve("journals"),
                        collector.url(),
                        receiver.url(),
                        EventReceiver.SECRET);
    }

    @Test
    void shouldGiveTheDigitsToTheActionAndKeepThemNowhere() throws Exception {
        assumeTrue(NO_PARTS.isEmpty(), "the directed dialogue is not installed: " + NO_PARTS);
        String callId;
        List<String> told = new ArrayList<>();
        try (FakeShop shop = FakeShop.live();
                EventReceiver receiver = new EventReceiver(0);
                Collector collector = new Collector()) {
            shop.answer(200, "{\"message\": \"card " + CARD + " is charged\"}");
            try (ServerProcess server = ServerProcess.startWith(folder, config(shop, receiver, collector))) {
                EventStream events = EventStream.of(server);
                RealCall call = RealCall.dial(
                        server,
                        "cashier",
                        List.of(
                                RealCall.play(new Trigger.AfterAgentTurn(), new RecordedSpeech().utterance(0)),
                                RealCall.dial(new Trigger.At(9_000), CARD),
                                RealCall.dial(new Trigger.AfterAgentTurn(), "7"),
                                RealCall.hangUp(new Trigger.At(60_000))));
                callId = call.callId();
                call.await(
                        "the action's end",
                        e -> e.kind().equals("action") && e.text().contains("charge -> ok"));
                assertThat(shop.bodies).singleElement().asString().contains("\"card\":\"" + CARD + "\"");
                call.await(
                        "the answer", e -> e.kind().equals("agent") && e.text().contains("It is paid"));
                told.add(call.detail().toString());
                call.completed();
                server.awaitIdle();
                HeardCall.awaitEnd(server, call.callId());
                ServerProcess.awaitOrFail("the last event", 30, () -> receiver.taken.stream()
                        .anyMatch(body -> body.contains("\"call-ended\"")));
                ServerProcess.awaitOrFail("the span of the call", 30, () -> !collector
                        .named("call")
                        .isEmpty());
                told.add(call.detail().toString());
                told.add(server.body("/api/calls"));
                told.add(server.body("/metrics"));
                told.add(events.events().toString());
                told.addAll(receiver.taken);
                told.add(collector.spans.toString());
                assertThat(call.timeline())
                        .filteredOn(e -> e.kind().equals("digit"))
                        .extracting(RealCall.Entry::text)
                        .hasSize(CARD.length() + 1)
                        .containsOnly("(not kept)", "7");
                assertThat(call.detail().at("/actions/0/parameters").toString()).isEqualTo("{\"card\":\"(not kept)\"}");
                events.close();
                assertThat(shop.complaints).isEmpty();
                assertThat(receiver.complaints).isEmpty();
                server.assertUnharmed();
                told.add(server.output());
                server.terminate();
                assertThat(server.awaitExit(30)).isZero();
            }
            told.addAll(receiver.taken);
        }
        assertThat(told).allMatch(text -> !text.contains(CARD)).anyMatch(text -> text.contains("(not kept)"));
        assertNothingInFiles(callId);
    }

    private void assertNothingInFiles(String callId) throws Exception {
        for (String table : List.of("calls", "call_turns", "call_events", "call_actions")) {
            List<String> rows = CallRowsReader.rows(
                    () -> DriverManager.getConnection("jdbc:h2:file:" + folder.resolve("data/calls")),
                    "SELECT * FROM " + table);
            assertThat(rows).as(table).isNotEmpty().noneMatch(row -> row.contains(CARD));
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(CARD);
            }
        }
        List<Character> keys = new ArrayList<>();
        try (JournalFileReader reader = reader(callId)) {
            for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
                if (record.kind == RecordKind.INPUT && record.what == LaneEventType.DIGIT.ordinal()) {
                    keys.add((char) record.a);
                }
            }
        }
        assertThat(keys).hasSize(CARD.length() + 1).doesNotHaveDuplicates().endsWith('7');
        assertThat(keys.subList(0, CARD.length())).allMatch(key -> !Character.isDigit(key));
        try (JournalFileReader reader = reader(callId)) {
            ReplayResult replayed = Replay.run(reader, ReplayListener.none());
            assertThat(replayed.identical()).as(replayed.toString()).isTrue();
            assertThat(replayed.complete()).isTrue();
        }
        Wav recorded = WavReader.read(Files.readAllBytes(folder.resolve("rec").resolve(callId + ".wav")));
        assertThat(loudest(recorded, 0))
                .as("the caller, who spoke while the card was asked for")
                .isLessThan(LOUD);
        assertThat(loudest(recorded, 1)).as("the agent").isGreaterThan(LOUD);
    }

    private JournalFileReader reader(String callId) throws IOException {
        return new JournalFileReader(
                new BufferedInputStream(
                        Files.newInputStream(folder.resolve("journals").resolve(callId + ".journal"))),
                null);
    }

    private static int loudest(Wav wav, int channel) {
        int loudest = 0;
        for (short sample : wav.channel(channel)) {
            loudest = Math.max(loudest, Math.abs(sample));
        }
        return loudest;
    }
}
