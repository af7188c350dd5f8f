package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayResult;
import io.sidetone.server.records.subscribers.EventReceiver;
import io.sidetone.tools.replay.ReplayedCall;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.Trigger;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Recordings of real calls against what was on the wire; what is told of a call when it is over; the erasure of a caller. */
@Execution(ExecutionMode.CONCURRENT)
class RecordingSystemTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONSENT =
            "This call is recorded, so that we can hear later what we agreed on, and it is deleted after a month.";
    private static final int LEFT = 0;
    private static final int RIGHT = 1;

    /** Louder than anything that a line without speech carries. */
    private static final int LOUD = 500;

    @TempDir
    private Path folder;

    private ServerProcess server(int port) throws Exception {
        return ServerProcess.startWith(
                folder,
                """
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock, journal: on,
                         recording: {dir: %s, consent: "%s"}}
                journal: {dir: %s}
                subscribers:
                  - {name: crm, url: "http://127.0.0.1:%d/events", secret: %s, events: [call-ended]}
                """
                        .formatted(
                                folder.resolve("rec"),
                                CONSENT,
                                folder.resolve("journals"),
                                port,
                                EventReceiver.SECRET));
    }

    /** A call and its events. */
    private record Followed(RealCall call, EventStream events) {}

    private static List<String> of(RealCall call, EventReceiver receiver) {
        return receiver.taken.stream()
                .filter(event -> event.contains(call.callId()))
                .toList();
    }

    private static RealCall call(ServerProcess server) throws Exception {
        return RealCall.dial(
                server,
                "desk",
                List.of(
                        RealCall.play(new Trigger.At(200), new RecordedSpeech().utterance(0)),
                        RealCall.hangUp(new Trigger.At(9_000))));
    }

    @Test
    void shouldRecordBothSidesAsTheyWereOnTheWireAndTellOfItAfterTheCall() throws Exception {
        try (EventReceiver receiver = new EventReceiver(0);
                ServerProcess server = server(receiver.port())) {
            Followed followed = SteadyCall.of(
                    () -> {
                        RealCall dialled = call(server);
                        return new Followed(dialled, EventStream.of(server, dialled.callId()));
                    },
                    each -> each.call().completed());
            RealCall call = followed.call();
            EventStream events = followed.events();
            CallResult.Completed heard = call.completed();
            JsonNode detail = HeardCall.awaitEnd(server, call.callId());
            Path file = folder.resolve("rec/" + call.callId() + ".wav");
            ServerProcess.awaitOrFail("the file", 30, () -> Files.exists(file));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            Wav recorded = WavReader.read(Files.readAllBytes(file));
            assertThat(recorded.channels()).isEqualTo(2);
            Wav wire = heard.recording().wav();
            assertThat(equal(coded(wire.channel(LEFT)), coded(recorded.channel(LEFT))))
                    .as("the caller")
                    .isGreaterThan(0.98);
            assertThat(equal(coded(wire.channel(RIGHT)), coded(recorded.channel(RIGHT))))
                    .as("the agent")
                    .isGreaterThan(0.98);
            assertThat(detail.at("/history/0/intended").asText()).isEqualTo(CONSENT);

            ServerProcess.awaitOrFail("the end of the stream with the call", 30, events::ended);
            assertThat(events.problems()).as("messages beside the schema").isEmpty();
            assertThat(events.events("call-ended")).hasSize(1);
            assertThat(events.events()
                            .get(events.events().size() - 1)
                            .path("type")
                            .asText())
                    .isEqualTo("call-ended");
            events.close();

            ServerProcess.awaitOrFail("the event", 30, () -> !of(call, receiver).isEmpty());
            assertThat(receiver.complaints).isEmpty();
            assertThat(of(call, receiver)).hasSize(1);
            JsonNode ended = JSON.readTree(of(call, receiver).get(0)).path("payload");
            assertThat(ended.path("type").asText()).isEqualTo("call-ended");
            assertThat(ended.path("floor").asText()).isEqualTo("ENDED");
            JsonNode facts = ended.path("diagnostics");
            assertThat(facts.at("/call/agent").asText()).isEqualTo("desk");
            assertThat(facts.at("/end/cause").asText()).isEqualTo("CALLER_HUNG_UP");
            assertThat(facts.at("/transcript/0/intended").asText()).isEqualTo(CONSENT);
            assertThat(CONSENT).startsWith(facts.at("/transcript/0/text").asText());
            assertThat(facts.at("/transcript/0/text").asText()).as("as heard").isNotEqualTo(CONSENT);
            assertThat(facts.path("turns")).isNotEmpty();
            assertThat(facts.at("/recording/state").asText()).isEqualTo("complete");
            assertThat(facts.at("/recording/file").asText()).isEqualTo(file.toString());
            assertThat(facts.at("/recording/seconds").asDouble())
                    .isCloseTo(recorded.durationMs() / 1000, Offset.offset(0.001));
        }
    }

    @Test
    void shouldKeepNothingOfWhatIsSaidWhileItIsPaused() throws Exception {
        try (EventReceiver receiver = new EventReceiver(0);
                ServerProcess server = server(receiver.port())) {
            RealCall call = RealCall.dial(
                    server,
                    "desk",
                    List.of(
                            RealCall.play(new Trigger.At(3_000), new RecordedSpeech().utterance(0)),
                            RealCall.hangUp(new Trigger.At(60_000))));
            call.await("the greeting", e -> e.text().contains("-> SPEAKING"));
            assertThat(call.detail().at("/recording/state").asText()).isEqualTo("on");
            assertThat(call.post("recording", "{\"on\":\"no\"}")).isEqualTo(400);
            assertThat(call.post("recording", "{\"on\":false}")).isEqualTo(202);
            call.await(
                    "the pause", e -> e.kind().equals("recording") && e.text().equals("paused"));
            assertThat(call.detail().at("/recording/state").asText()).isEqualTo("paused");
            call.await("the answer to what was said", e -> HeardCall.answered(server, call.callId()));
            assertThat(call.post("recording", "{\"on\":true}")).isEqualTo(202);
            call.await("the end of the pause", e -> e.text().equals("goes on"));
            call.hangUp();
            call.completed();
            HeardCall.awaitEnd(server, call.callId());
            Path file = folder.resolve("rec/" + call.callId() + ".wav");
            ServerProcess.awaitOrFail("the file", 30, () -> Files.exists(file));
            Wav recorded = WavReader.read(Files.readAllBytes(file));
            assertThat(recorded.durationMs()).isGreaterThan(3_000);
            assertThat(loudest(recorded.channel(LEFT))).as("the caller").isLessThan(LOUD);
            assertThat(journal(call).incomplete()).contains("the recording was paused");
            assertThat(journal(call).difference()).isNull();
        }
    }

    @Test
    void shouldEraseACallerByUriAndLeaveOthersAndRunningCalls() throws Exception {
        try (EventReceiver receiver = new EventReceiver(0);
                ServerProcess server = server(receiver.port())) {
            RealCall gone = call(server);
            gone.completed();
            JsonNode detail = HeardCall.awaitEnd(server, gone.callId());
            String caller = detail.path("from").asText();
            ServerProcess.awaitOrFail(
                    "the file", 30, () -> Files.exists(folder.resolve("rec/" + gone.callId() + ".wav")));
            ServerProcess.awaitOrFail(
                    "the journal",
                    30,
                    () -> Files.exists(folder.resolve("journals").resolve(gone.callId() + ".journal")));
            RealCall running = RealCall.dial(server, "desk", List.of(RealCall.hangUp(new Trigger.At(60_000))));
            running.await("the greeting", e -> e.text().contains("-> SPEAKING"));

            assertThat(erase(server, "sip:somebody@else.example")
                            .at("/recordings")
                            .asInt())
                    .isZero();
            assertThat(server.delete("/api/callers/anonymous").statusCode()).isEqualTo(400);
            JsonNode erased = erase(server, caller);
            assertThat(erased.path("calls").asInt()).isEqualTo(1);
            assertThat(erased.path("recordings").asInt()).isEqualTo(1);
            assertThat(erased.path("journals").asInt()).isEqualTo(1);
            assertThat(erased.path("visitors").asInt()).isEqualTo(1);
            assertThat(erased.at("/running/0").asText()).isEqualTo(running.callId());
            assertThat(server.get("/api/calls/" + gone.callId()).statusCode()).isEqualTo(404);
            assertThat(running.detail().at("/recording/state").asText()).isEqualTo("on");
            try (Stream<Path> left =
                    Stream.concat(Files.list(folder.resolve("rec")), Files.list(folder.resolve("journals")))) {
                assertThat(left.map(file -> file.getFileName().toString()))
                        .noneMatch(name -> name.startsWith(gone.callId()))
                        .anyMatch(name -> name.startsWith(running.callId()));
            }
            running.hangUp();
            running.completed();
        }
    }

    @Test
    void shouldRemoveNothingInItsFirstMinutesBecauseItIsOld() throws Exception {
        Path recordings = Files.createDirectories(folder.resolve("rec"));
        Path old = Files.write(recordings.resolve("01RECRECRECRECRECRECRECREC.wav"), new byte[100]);
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(2, ChronoUnit.HOURS)));
        Path recent = Files.write(recordings.resolve("01RECRECRECRECRECRECRECRED.wav"), new byte[100]);
        try (ServerProcess server = ServerProcess.startWith(
                folder,
                """
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock, recording: {dir: %s, keep: 1h}}
                """
                        .formatted(recordings))) {
            ServerProcess.awaitOrFail("a word about it", 30, () -> server.output()
                    .contains("1 of 2 files are older than keep; nothing is removed in the first"));
            assertThat(old).exists();
            assertThat(recent).exists();
            assertThat(server.body("/metrics")).contains("sidetone_recording_expired_total 0.0");
        }
    }

    private static JsonNode erase(ServerProcess server, String caller) throws Exception {
        HttpResponse<String> answer =
                server.delete("/api/callers/" + URLEncoder.encode(caller, StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private ReplayResult journal(RealCall call) throws IOException {
        Path file = folder.resolve("journals").resolve(call.callId() + ".journal");
        try (JournalFileReader reader = new JournalFileReader(Files.newInputStream(file), null)) {
            return Replay.run(reader, new ReplayedCall());
        }
    }

    /** As the codec of the line brings it to the other end. */
    private static short[] coded(short[] pcm) {
        byte[] line = new byte[pcm.length];
        short[] there = new short[pcm.length];
        G711.PCMU.encode(pcm, 0, pcm.length, line, 0);
        G711.PCMU.decode(line, 0, pcm.length, there, 0);
        return there;
    }

    private static int loudest(short[] pcm) {
        int loudest = 0;
        for (short sample : pcm) {
            loudest = Math.max(loudest, Math.abs(sample));
        }
        return loudest;
    }

    /** How many of the loud samples of {@code wire} are the same in {@code recorded} when both begin with the first of them. */
    private static double equal(short[] wire, short[] recorded) {
        int lag = first(recorded) - first(wire);
        int loud = 0;
        int same = 0;
        for (int i = 0; i < wire.length; i++) {
            if (Math.abs(wire[i]) > LOUD) {
                loud++;
                same += i + lag < recorded.length && wire[i] == recorded[i + lag] ? 1 : 0;
            }
        }
        assertThat(loud).isGreaterThan(1_000);
        return (double) same / loud;
    }

    private static int first(short[] pcm) {
        for (int i = 0; i < pcm.length; i++) {
            if (Math.abs(pcm[i]) > LOUD) {
                return i;
            }
        }
        throw new AssertionError("nobody is heard");
    }
}
