package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.SessionFields.AUTO;
import static io.sidetone.core.realtime.TurnDetectionFields.CREATE_RESPONSE;
import static io.sidetone.core.realtime.TurnDetectionFields.EAGERNESS;
import static io.sidetone.core.realtime.TurnDetectionFields.HIGH;
import static io.sidetone.core.realtime.TurnDetectionFields.IDLE_TIMEOUT_MS;
import static io.sidetone.core.realtime.TurnDetectionFields.INTERRUPT_RESPONSE;
import static io.sidetone.core.realtime.TurnDetectionFields.LOW;
import static io.sidetone.core.realtime.TurnDetectionFields.MEDIUM;
import static io.sidetone.core.realtime.TurnDetectionFields.PREFIX_PADDING_MS;
import static io.sidetone.core.realtime.TurnDetectionFields.SEMANTIC_VAD;
import static io.sidetone.core.realtime.TurnDetectionFields.SERVER_VAD;
import static io.sidetone.core.realtime.TurnDetectionFields.SILENCE_DURATION_MS;
import static io.sidetone.core.realtime.TurnDetectionFields.THRESHOLD;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnPolicy.Bounds;
import io.sidetone.core.turn.TurnStage;
import java.util.List;

/**
 * Settings of who decides that the caller has spoken, and what follows from it.
 *
 * @param semantic whether the words and the voice say when a turn is over, or silence alone
 * @param threshold of the detector, 0 to 1; 0.5 is what it is calibrated for
 * @param prefixMs so much earlier than the detection speech is said to have begun
 * @param silenceMs ends the turn
 * @param idleMs silence after which the agent speaks unasked; 0 for never
 * @param eagerness of the semantic kind
 * @param createResponse whether the agent answers by itself
 * @param interruptResponse whether speech cancels the agent
 */
record SessionTurnDetection(
        boolean semantic,
        double threshold,
        int prefixMs,
        int silenceMs,
        int idleMs,
        String eagerness,
        boolean createResponse,
        boolean interruptResponse) {
    /** Settings that a session begins with. */
    static final SessionTurnDetection DEFAULT = new SessionTurnDetection(false, 0.5, 300, 500, 0, AUTO, true, true);

    /** Speech that takes the floor from the agent. */
    static final int INTERRUPTING_MS = 240;

    private static final int LEAST_SILENCE_MS = PolicyNumber.MIN_SILENCE_MS;
    private static final int MOST_SILENCE_MS = 5_000;
    private static final int BUDGET_MS = 300;
    private static final int LEAST_IDLE_MS = 5_000;
    private static final int MOST_IDLE_MS = 30_000;
    private static final int MANUAL_TURN_MS = 3_600_000;
    private static final float CALIBRATED = 0.7f;
    private static final float LOWEST = 0.1f;
    private static final float HIGHEST = 0.99f;
    private static final List<String> SERVER_KEYS = List.of(
            TYPE,
            THRESHOLD,
            PREFIX_PADDING_MS,
            SILENCE_DURATION_MS,
            IDLE_TIMEOUT_MS,
            CREATE_RESPONSE,
            INTERRUPT_RESPONSE);
    private static final List<String> SEMANTIC_KEYS = List.of(TYPE, EAGERNESS, CREATE_RESPONSE, INTERRUPT_RESPONSE);

    static SessionTurnDetection of(EventFields given) throws RealtimeError {
        String type = given.oneOf(TYPE, SERVER_VAD, List.of(SERVER_VAD, SEMANTIC_VAD));
        boolean create = given.flag(CREATE_RESPONSE, true);
        boolean interrupt = given.flag(INTERRUPT_RESPONSE, true);
        if (type.equals(SEMANTIC_VAD)) {
            given.only(SEMANTIC_KEYS);
            String eagerness = given.oneOf(EAGERNESS, AUTO, List.of(LOW, MEDIUM, HIGH, AUTO));
            return new SessionTurnDetection(
                    true, DEFAULT.threshold, DEFAULT.prefixMs, DEFAULT.silenceMs, 0, eagerness, create, interrupt);
        }
        given.only(SERVER_KEYS);
        int silence = (int) given.number(SILENCE_DURATION_MS, DEFAULT.silenceMs, 0, 60_000);
        return new SessionTurnDetection(
                false,
                given.number(THRESHOLD, DEFAULT.threshold, 0, 1),
                (int) given.number(PREFIX_PADDING_MS, DEFAULT.prefixMs, 0, 10_000),
                Math.max(LEAST_SILENCE_MS, Math.min(MOST_SILENCE_MS, silence)),
                given.none(IDLE_TIMEOUT_MS) ? 0 : given.whole(IDLE_TIMEOUT_MS, LEAST_IDLE_MS, MOST_IDLE_MS),
                DEFAULT.eagerness,
                create,
                interrupt);
    }

    ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (semantic) {
            node.put(TYPE, SEMANTIC_VAD).put(EAGERNESS, eagerness);
        } else {
            node.put(TYPE, SERVER_VAD)
                    .put(THRESHOLD, threshold)
                    .put(PREFIX_PADDING_MS, prefixMs)
                    .put(SILENCE_DURATION_MS, silenceMs);
            if (idleMs == 0) {
                node.putNull(IDLE_TIMEOUT_MS);
            } else {
                node.put(IDLE_TIMEOUT_MS, idleMs);
            }
        }
        return node.put(CREATE_RESPONSE, createResponse).put(INTERRUPT_RESPONSE, interruptResponse);
    }

    /**
     * Returns the turn-taking of a session whose agent has {@code base}. One stage of interruption, not two: the client
     * forgets what it has of a response as soon as it hears of speech, so the agent cannot take it up again.
     *
     * @param detection null when the client says itself what is a turn
     */
    static TurnPolicy policy(SessionTurnDetection detection, TurnPolicy base) {
        boolean interrupt = detection != null && detection.interruptResponse;
        TurnPolicy policy = base.named("custom-realtime")
                .withCooldown(false)
                .withBargeIn(interrupt)
                .with(PolicyNumber.PROTECTION, 0)
                .with(PolicyNumber.MIN_WORDS, 0)
                .with(PolicyNumber.YIELD, INTERRUPTING_MS)
                .with(PolicyNumber.MIN_SPEECH, INTERRUPTING_MS)
                .with(PolicyNumber.INTERRUPTION_BUDGET, BUDGET_MS)
                .with(PolicyNumber.NO_INPUT_PROMPTS, 0)
                .with(PolicyNumber.NO_INPUT, detection == null ? 0 : detection.idleMs)
                .within(withoutNotice(base.bounds()));
        for (TurnStage stage : TurnStage.values()) {
            for (String key : TurnPolicy.STAGE_KEYS) {
                policy = policy.with(stage, key, null);
            }
        }
        policy = policy.with(TurnStage.THINKING, "allowBargeIn", interrupt);
        if (detection == null) {
            return policy.with(PolicyNumber.MAX_TURN, MANUAL_TURN_MS);
        }
        return detection.ending(policy).withSpeechThreshold(detection.score());
    }

    /** The session's own limit is the only one, and it is not announced. */
    private static Bounds withoutNotice(Bounds bounds) {
        return new Bounds(bounds.mediaTimeoutMs(), bounds.maxHoldMs(), bounds.maxCallMs(), 0, bounds.creditMs());
    }

    private TurnPolicy ending(TurnPolicy policy) {
        if (!semantic) {
            return ending(policy, silenceMs, 0, 0).with(PolicyNumber.SPEECH_STOP_DEBOUNCE, silenceMs);
        }
        return switch (eagerness) {
            case HIGH -> ending(policy, 500, 250, 400);
            case LOW -> ending(policy, 1_200, 400, 1_500);
            default -> ending(policy, 700, 360, 550);
        };
    }

    private static TurnPolicy ending(TurnPolicy policy, int silenceMs, int soonerMs, int laterMs) {
        return policy.with(PolicyNumber.END_SILENCE, silenceMs)
                .with(PolicyNumber.END_SILENCE_SOONER, soonerMs)
                .with(PolicyNumber.END_SILENCE_LATER, laterMs);
    }

    /** Both scales are calibrated at one point; between it and the ends they are taken to be straight. */
    private float score() {
        double score = threshold <= 0.5
                ? LOWEST + threshold / 0.5 * (CALIBRATED - LOWEST)
                : CALIBRATED + (threshold - 0.5) / 0.5 * (HIGHEST - CALIBRATED);
        return Math.max(LOWEST, Math.min(HIGHEST, (float) score));
    }
}
