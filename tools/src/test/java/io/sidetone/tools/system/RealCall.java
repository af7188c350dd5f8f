package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.tools.softphone.call.CallProgress;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.call.PhoneCall;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.signalling.SipTarget;
import io.sidetone.tools.softphone.sound.CallerSound;
import io.sidetone.tools.softphone.wire.CallEcho;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.SdpCodec;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * One call, of our own telephone as a rule, and what the server tells of it over HTTP. Calls to one server are placed one
 * after the other, so that each is known by its number; they may last at the same time.
 */
final class RealCall {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SEED = 7;
    private static final long LIMIT_S = 90;

    private final ServerProcess server;
    private final PhoneCall phone;
    private final CountDownLatch answered;
    private final CompletableFuture<CallResult> result;
    private final String callId;

    /** What happened, as the server's timeline has it; {@code atMs} is event time. */
    record Entry(long atMs, String kind, String text) {}

    private RealCall(
            ServerProcess server,
            PhoneCall phone,
            CountDownLatch answered,
            CompletableFuture<CallResult> result,
            String callId) {
        this.server = server;
        this.phone = phone;
        this.answered = answered;
        this.result = result;
        this.callId = callId;
    }

    /** Dials {@code agent} and plays {@code steps}; returns when the server knows the call. */
    static RealCall dial(ServerProcess server, String agent, List<ScriptStep> steps) throws Exception {
        return dial(server, agent, LocalMedia.NARROWBAND, steps);
    }

    /** The same, offering {@code codecs}. */
    static RealCall dial(ServerProcess server, String agent, List<SdpCodec> codecs, List<ScriptStep> steps)
            throws Exception {
        return dial(server, agent, codecs, Optional.empty(), new CallScript(steps, false));
    }

    /** The same from a telephone that may couple back what it hears. */
    static RealCall dial(
            ServerProcess server, String agent, List<SdpCodec> codecs, Optional<CallEcho> echo, CallScript script)
            throws Exception {
        Set<String> others = Set.copyOf(callIds(server));
        SipTarget target = SipTarget.resolve("sip:" + agent + "@" + server.sip());
        CountDownLatch answered = new CountDownLatch(1);
        CallProgress progress = new CallProgress() {
            @Override
            public void onAnswered(String callId) {
                answered.countDown();
            }
        };
        PhoneCall phone = new PhoneCall(target, script, ScenarioLimits.DEFAULT, progress, SEED, System::nanoTime)
                .offering(codecs)
                .echoing(echo);
        CompletableFuture<CallResult> result = CompletableFuture.supplyAsync(() -> {
            try {
                return phone.run();
            } catch (Exception e) {
                throw new IllegalStateException("the call could not be placed", e);
            }
        });
        return new RealCall(server, phone, answered, result, callBeside(server, others));
    }

    /** The call that another telephone has placed, to be read and to be commanded. */
    static RealCall ofAnother(ServerProcess server) throws InterruptedException {
        return new RealCall(server, null, null, null, callBeside(server, Set.of()));
    }

    private static List<String> callIds(ServerProcess server) throws IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        JSON.readTree(server.get("/api/calls").body())
                .path("calls")
                .forEach(call -> ids.add(call.path("callId").asText()));
        return ids;
    }

    private static String callBeside(ServerProcess server, Set<String> others) throws InterruptedException {
        List<String> ids = new ArrayList<>();
        ServerProcess.awaitOrFail("the call at the server", 30, () -> {
            try {
                callIds(server).stream().filter(id -> !others.contains(id)).forEach(ids::add);
            } catch (IOException | InterruptedException e) {
                return false;
            }
            return !ids.isEmpty();
        });
        return ids.get(0);
    }

    static ScriptStep play(Trigger trigger, CallerSound sound) {
        return new ScriptStep(0, trigger, new CallerAction.Play(sound));
    }

    static ScriptStep dial(Trigger trigger, String digits) {
        return new ScriptStep(0, trigger, new CallerAction.Dial(digits));
    }

    static ScriptStep hangUp(Trigger trigger) {
        return new ScriptStep(0, trigger, new CallerAction.HangUp());
    }

    /** Everything the server tells of the call. */
    JsonNode detail() throws IOException, InterruptedException {
        return JSON.readTree(server.get("/api/calls/" + callId).body());
    }

    String callId() {
        return callId;
    }

    /** Posts a command. */
    HttpResponse<String> command(String command, String json) throws IOException, InterruptedException {
        return server.post("/api/calls/" + callId + "/" + command, json);
    }

    /** Posts a command; returns the status. */
    int post(String command, String json) throws IOException, InterruptedException {
        return command(command, json).statusCode();
    }

    /** The caller hangs up, whatever was still to be said: now, or as soon as the call is answered. */
    void hangUp() throws InterruptedException {
        assertThat(answered.await(LIMIT_S, TimeUnit.SECONDS)).as("answered").isTrue();
        phone.hangUp();
    }

    List<Entry> timeline() throws IOException, InterruptedException {
        return timeline(detail());
    }

    /** The timeline of a call, from everything the server tells of it. */
    static List<Entry> timeline(JsonNode detail) {
        List<Entry> entries = new ArrayList<>();
        for (JsonNode e : detail.path("timeline")) {
            entries.add(new Entry(
                    e.path("atMs").asLong(),
                    e.path("kind").asText(),
                    e.path("text").asText()));
        }
        return entries;
    }

    /** Returns the conversation, each line as {@code role: words}. */
    List<String> said() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (JsonNode line : detail().path("history")) {
            lines.add(line.path("role").asText() + ": "
                    + line.path("text").asText().strip());
        }
        return lines;
    }

    /** Waits until the timeline has an entry like that; returns the first. */
    Entry await(String what, Predicate<Entry> like) throws InterruptedException {
        List<Entry> found = new ArrayList<>();
        ServerProcess.awaitOrFail(what, 30, () -> {
            try {
                timeline().stream().filter(like).findFirst().ifPresent(found::add);
            } catch (IOException | InterruptedException e) {
                return false;
            }
            return !found.isEmpty();
        });
        return found.get(0);
    }

    /** Waits for the end of the call. */
    CallResult.Completed completed() throws Exception {
        CallResult ended = result.get(LIMIT_S, TimeUnit.SECONDS);
        if (!(ended instanceof CallResult.Completed call)) {
            throw new AssertionError("the call did not come about: " + ended);
        }
        return call;
    }

    /** The first entry of {@code kind} with {@code text} in it. */
    static Entry first(List<Entry> timeline, String kind, String text) {
        return timeline.stream()
                .filter(e -> e.kind().equals(kind) && e.text().contains(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " " + text + " in " + timeline));
    }

    /** The entries of {@code kind}. */
    static List<Entry> all(List<Entry> timeline, String kind) {
        return timeline.stream().filter(e -> e.kind().equals(kind)).toList();
    }

    /** The transitions in order: {@code VIP-T03} and the like. */
    static List<String> rules(List<Entry> timeline) {
        return timeline.stream()
                .filter(e -> e.kind().equals("state"))
                .map(e -> e.text().replaceAll(".*\\((VIP-T\\d\\d).*", "$1"))
                .toList();
    }
}
