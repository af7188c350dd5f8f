package io.sidetone.core.conversation;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.HistoryEdit;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.WordTimes;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.FallbackMode;
import io.sidetone.core.turn.MockedRequest;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnStage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Whatever can happen to a call, from one random source: in any order, late, twice, and wrong. */
final class RandomEvents {
    private static final String[] WORDS = {
        "", "words", "stop", "hello desk", "hello desk tell me", "mhm", "no wait please"
    };
    /** What the model says when it answers as it should. */
    static final String ANSWER = "An answer.";

    static final int ANSWER_WORDS = 2;

    private static final int CHUNK_MS = 200;

    /** More than half of the time without media that ends a call. */
    private static final int QUIET_MS = 12_000;

    private static final int[] STATUSES = {100, 180, 200, 202, 408, 491, 603};
    private static final float[] SCORES = {0, 0.5f, 0.95f, 1, -1, Float.NaN};

    private final Random random;
    private final LaneRig rig;
    private final LaneRig.RigCall call;
    private final ScriptedEngines engines;
    private final ScriptedActions actions;
    private final LaneRig.FrameSource talking;
    private final LaneRig.FrameSource quiet = CallerVoice.quiet();
    private final List<Long> oldTokens = new ArrayList<>();

    RandomEvents(Random random, LaneRig rig, LaneRig.RigCall call, ScriptedEngines engines, ScriptedActions actions) {
        this.random = random;
        this.rig = rig;
        this.call = call;
        this.engines = engines;
        this.actions = actions;
        this.talking = CallerVoice.talking(random.nextLong());
    }

    /** One thing happens, or a few that belong together. */
    void step() {
        switch (random.nextInt(31)) {
            case 0, 1, 2 -> call.hear(talking, 100 + 20L * random.nextInt(40));
            case 3, 4, 5 -> call.hear(quiet, 100 + 20L * random.nextInt(60));
            case 6, 7 -> recognize();
            case 8 -> twice(() -> engines.llm.events.text(token(engines.llm.token), sentence()));
            case 9 -> twice(() -> engines.llm.events.done(token(engines.llm.token), hint()));
            case 10, 11 -> speak();
            case 12 -> twice(() -> publish(LaneEventType.DIGIT, "0123456789*#".charAt(random.nextInt(12)), null));
            case 13, 25 -> act();
            case 14 -> publish(LaneEventType.HOLD, random.nextInt(2), null);
            case 15 -> control();
            case 16 -> evidence();
            case 17 -> loss();
            case 18 -> fail();
            case 19 -> publish(LaneEventType.POLICY, 0, policy());
            case 20, 21 -> command();
            case 22, 23, 24 -> answer();
            case 27, 28 -> politeClient();
            case 29, 30 -> brief();
            default -> publish(LaneEventType.FAR_DELAY, random.nextInt(400), null);
        }
        rig.poll();
    }

    /** Whatever a client may say of its caller, at the right time and at the wrong one. */
    void client() {
        switch (random.nextInt(8)) {
            case 0 -> publish(LaneEventType.NARRATED_STATE, 0, words());
            case 1 -> call.publish(LaneEventType.PLAYED, token(engines.voice.token), random.nextInt(4_000), null);
            default -> {
                ClientInput what = ClientInput.values()[random.nextInt(ClientInput.values().length)];
                twice(() -> publish(LaneEventType.CLIENT_INPUT, what.ordinal(), random.nextBoolean() ? "ptt" : "vad"));
            }
        }
        rig.poll();
    }

    private void publish(LaneEventType type, long a, Object ref) {
        call.publish(type, 0, a, ref);
    }

    private void twice(Runnable event) {
        event.run();
        if (random.nextInt(5) == 0) {
            event.run();
        }
    }

    private String words() {
        return WORDS[random.nextInt(WORDS.length)];
    }

    private String sentence() {
        return random.nextBoolean() ? "A sentence. And another one, rather long. " : "And so";
    }

    private ListenHint hint() {
        return random.nextBoolean() ? null : new ListenHint("", random.nextInt(5), '#');
    }

    /** The present token, or one of the past. */
    private long token(long present) {
        oldTokens.add(present);
        return random.nextInt(4) > 0 ? present : oldTokens.get(random.nextInt(oldTokens.size()));
    }

    private void recognize() {
        if (random.nextInt(3) == 0) {
            twice(() -> guess(token(engines.stt.token), words()));
        } else {
            twice(() -> engines.stt.events.finalTranscript(token(engines.stt.token), words()));
        }
    }

    private void guess(long token, String text) {
        if (random.nextBoolean()) {
            engines.stt.events.partial(token, text);
        } else {
            engines.stt.events.judged(token, text, SentenceEnd.COMPLETE);
        }
    }

    /** The model answers as it should: a clause, spoken to its end. */
    private void answer() {
        int asked = engines.voice.asked.size();
        engines.llm.say(ANSWER);
        rig.poll();
        long turn = engines.voice.token;
        int chunks = 1 + random.nextInt(12);
        WordTimes times = null;
        boolean asFirst = engines.voice.asked.size() > asked
                && engines.voice.asked.get(engines.voice.asked.size() - 1).equals("0 " + ANSWER);
        if (asFirst) {
            int wordMs = chunks * CHUNK_MS / ANSWER_WORDS;
            times = new WordTimes(
                    new int[] {0, wordMs}, new int[] {wordMs, 2 * wordMs}, new int[] {2, ANSWER.length()});
            engines.voice.wordMs.put(turn, wordMs);
        }
        for (int i = 0; i < chunks; i++) {
            engines.voice.events.audio(turn, 0, chunk(i == 0 ? times : null));
        }
        engines.voice.events.done(turn, 0);
        rig.poll();
        call.hear(random.nextBoolean() ? talking : quiet, 20L * random.nextInt(60));
    }

    private static PcmChunk chunk(WordTimes words) {
        short[] pcm = new short[8 * CHUNK_MS];
        Arrays.fill(pcm, (short) 3_000);
        return new PcmChunk(8_000, pcm, 0, pcm.length, words);
    }

    private void speak() {
        int clause = random.nextInt(3);
        twice(() -> engines.voice.events.audio(token(engines.voice.token), clause, chunk(null)));
        if (random.nextBoolean()) {
            twice(() -> engines.voice.events.done(token(engines.voice.token), clause));
        }
    }

    private void act() {
        String id = "a" + random.nextInt(4);
        switch (random.nextInt(7)) {
            case 6 -> engines.llm.events.hasMore();
            case 5 -> {
                if (actions.contexts.containsKey(id)) {
                    twice(() -> actions.contexts.get(id).progress().says(id, "One moment."));
                }
            }
            case 0, 1 -> {
                List<String> names = List.of("book", "book", "book", "book", "book", "book", ActionCall.HANG_UP);
                String name = names.get(random.nextInt(names.size()));
                ActionCall requested = new ActionCall(id, name, Map.of(), random.nextInt(4) == 0);
                twice(() -> engines.llm.events.action(token(engines.llm.token), requested));
            }
            case 2 -> {
                if (actions.invoked.containsKey(id)) {
                    twice(() -> actions.ok(id));
                }
            }
            case 3 -> {
                if (actions.invoked.containsKey(id)) {
                    twice(() -> actions.fail(id, ActionResult.FAILED));
                }
            }
            default ->
                call.publish(
                        LaneEventType.ACTION_RESULT,
                        token(engines.llm.token),
                        0,
                        new ActionResult(id, random.nextBoolean(), "ok", Map.of()));
        }
    }

    /** Somebody outside wants something of the conversation. */
    private void command() {
        switch (random.nextInt(7)) {
            case 0 -> publish(LaneEventType.YIELD_REQUEST, random.nextInt(2), "random");
            case 1 ->
                twice(() -> publish(
                        LaneEventType.GRANT_REQUEST,
                        0,
                        random.nextInt(3) == 0
                                ? null
                                : new TurnHints(random.nextBoolean(), random.nextInt(3) * 500, "req")));
            case 2, 3 ->
                twice(() ->
                        publish(LaneEventType.SAY_REQUEST, random.nextInt(2), random.nextInt(6) == 0 ? "" : "A word."));
            case 4, 5 -> twice(() -> publish(LaneEventType.TEXT_INPUT, 0, random.nextInt(6) == 0 ? " " : "typed"));
            default -> publish(LaneEventType.RESPONSE_CANCEL, 0, random.nextBoolean() ? "random" : null);
        }
    }

    /** A client says what its caller does only when it may, or asks for a turn without engines. */
    private void politeClient() {
        ClientInput[] inputs = {ClientInput.TALK, ClientInput.DETECTED, ClientInput.TALK};
        switch (random.nextInt(3)) {
            case 0 -> {
                if (call.state() != FloorState.CONNECTING) {
                    publish(LaneEventType.CLIENT_INPUT, inputs[random.nextInt(inputs.length)].ordinal(), "random");
                }
            }
            case 1 -> {
                if (call.state() == FloorState.LISTENING) {
                    publish(LaneEventType.CLIENT_INPUT, ClientInput.END.ordinal(), "random");
                }
            }
            default ->
                twice(() -> publish(LaneEventType.MOCKED_TURN, random.nextInt(MockedRequest.values().length), null));
        }
    }

    /** A client says how its agent is to be and what was said before, or only that it is there. */
    private void brief() {
        switch (random.nextInt(5)) {
            case 0 -> publish(LaneEventType.AUTO_RESPONSE, random.nextInt(2), null);
            case 1 -> publish(LaneEventType.BRIEFING, 0, new Instructions("be brief " + random.nextInt(9), List.of()));
            case 2 ->
                publish(
                        LaneEventType.HISTORY,
                        0,
                        new HistoryEdit(true, History.Role.USER, -1 - random.nextInt(9), "earlier words"));
            case 3 ->
                publish(
                        LaneEventType.HISTORY,
                        0,
                        new HistoryEdit(false, History.Role.ASSISTANT, token(engines.voice.token), ""));
            default -> {
                // Only its sign of life keeps such a call from ending for want of media.
                rig.advance(QUIET_MS);
                publish(LaneEventType.MEDIA_ALIVE, 0, null);
                rig.advance(QUIET_MS);
            }
        }
    }

    private TurnPolicy policy() {
        TurnPolicy policy = PolicyProfiles.of(PolicyProfiles.NAMES.get(random.nextInt(PolicyProfiles.NAMES.size())))
                .withVad(SpeechSource.values()[random.nextInt(SpeechSource.values().length)])
                .withFallback(FallbackMode.values()[random.nextInt(2)])
                .with(PolicyNumber.DEGRADED, 1_000)
                .with(PolicyNumber.MIN_WORDS, random.nextInt(3))
                .with(PolicyNumber.PROTECTION, 500 * random.nextInt(3))
                .with(PolicyNumber.CONTINUATION, 300 * random.nextInt(4))
                .with(PolicyNumber.NO_INPUT, 2_000 * random.nextInt(3))
                .with(PolicyNumber.NO_INPUT_PROMPTS, random.nextInt(3))
                .with(PolicyNumber.PREEMPTIVE_AFTER, 100 * random.nextInt(4))
                .with(PolicyNumber.PREEMPTIVE_STARTS, 1 + random.nextInt(3))
                .with(PolicyNumber.MAX_TURN, random.nextBoolean() ? 2_000 : 30_000)
                .with(PolicyNumber.COOLDOWN_AFTER, 1 + random.nextInt(3));
        TurnStage stage = TurnStage.values()[random.nextInt(TurnStage.values().length)];
        return random.nextBoolean() ? policy : policy.with(stage, "allowBargeIn", random.nextBoolean());
    }

    /** Somebody asks something of the telephone side, or the telephone side says how far it is. */
    private void control() {
        switch (random.nextInt(10)) {
            case 0 -> publish(LaneEventType.TRANSFER_REQUEST, 0, "sip:desk@example.com");
            case 1 -> publish(LaneEventType.DIGITS_REQUEST, 0, random.nextBoolean() ? "12#" : "x");
            case 2, 3 -> publish(LaneEventType.HOLD_REQUEST, random.nextInt(2), null);
            case 4 -> publish(LaneEventType.PEER_CHANGED, 0, "sip:other@example.com");
            case 5 -> {
                if (random.nextInt(8) == 0) {
                    publish(LaneEventType.BRIDGED, 0, "01OTHER");
                }
            }
            default -> {
                if (!call.requests.isEmpty()) {
                    int request = random.nextInt(call.requests.size());
                    int status = STATUSES[random.nextInt(STATUSES.length)];
                    boolean finished = random.nextBoolean();
                    twice(() -> call.progress(request, status, finished));
                }
            }
        }
    }

    /** A burst of whatever a source beside the lane may say: late, early and wrong. */
    private void evidence() {
        for (int i = random.nextInt(40); i > 0; i--) {
            call.hear(random.nextBoolean() ? quiet : talking, 20);
            long atMs = engines.stt.heardMs + random.nextInt(400) - 300;
            engines.stt.events.evidence(atMs, SCORES[random.nextInt(SCORES.length)]);
            if (random.nextInt(20) == 0) {
                engines.stt.events.speechStarted();
            }
        }
    }

    private void fail() {
        List<String> codes =
                List.of("broken", EngineFailure.RATE_LIMITED, EngineFailure.RATE_LIMITED, EngineFailure.UNAVAILABLE);
        EngineFailure failure = new EngineFailure(codes.get(random.nextInt(codes.size())), "random failure", true);
        switch (random.nextInt(5)) {
            case 0, 1 -> twice(() -> engines.llm.events.failed(token(engines.llm.token), failure));
            case 2 -> twice(() -> engines.voice.events.failed(token(engines.voice.token), random.nextInt(3), failure));
            case 3 -> twice(() -> engines.stt.events.failed(token(engines.stt.token), failure));
            default -> {
                if (random.nextInt(10) == 0) {
                    engines.stt.events.failed(engines.stt.token, new EngineFailure("exhausted", "no room", true));
                }
            }
        }
    }

    /** A session dies in one way or the other, opens or does not open again. */
    private void loss() {
        engines.stt.broken = random.nextInt(3) == 0;
        engines.llm.broken = random.nextInt(3) == 0;
        engines.voice.broken = random.nextInt(6) == 0;
        engines.readyAtOnce = random.nextInt(4) > 0;
        switch (random.nextInt(12)) {
            case 0 -> engines.stt.events.failed(Token.NONE, ScriptedEngines.GONE);
            case 1 -> engines.stt.events.closed();
            case 2 -> engines.llm.events.failed(Token.NONE, ScriptedEngines.GONE);
            case 3 -> engines.llm.events.closed();
            case 4 -> {
                if (random.nextInt(3) == 0) {
                    engines.voice.events.failed(Token.NONE, 0, ScriptedEngines.GONE);
                }
            }
            case 5 -> {
                if (random.nextInt(3) == 0) {
                    engines.voice.events.closed();
                }
            }
            case 6, 7, 8 -> {
                engines.llm.events.ready();
                engines.voice.events.ready();
                engines.stt.events.ready();
            }
            case 9 -> engines.voice.events.ready();
            case 10 -> engines.llm.events.ready();
            default -> engines.stt.events.ready();
        }
    }
}
