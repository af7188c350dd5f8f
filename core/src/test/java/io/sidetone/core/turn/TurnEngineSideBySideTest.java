package io.sidetone.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.prosody.VoiceContour;
import io.sidetone.core.Seeds;
import io.sidetone.core.dialogue.SentenceEnd;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The table and the engine before it say the same of every event of a call. */
class TurnEngineSideBySideTest {
    private static final long MS = 1_000_000L;
    private static final int CALLS = 10_000;
    private static final int STEPS = 600;
    private static final TurnMode[] MODES = TurnMode.values();
    private static final TurnStage[] STAGES = TurnStage.values();
    private static final PolicyNumber[] NUMBERS = PolicyNumber.values();
    private static final SentenceEnd[] ENDS = SentenceEnd.values();

    private final Map<TurnSignal, Long> signals = new EnumMap<>(TurnSignal.class);
    private final Map<TurnPhase, Long> phases = new EnumMap<>(TurnPhase.class);

    @Test
    void shouldSayTheSameAsBeforeWhateverHappens() {
        for (long seed : Seeds.of(CALLS)) {
            new Both(seed).run();
        }
        System.out.println("signals " + signals + "; phases " + phases);
        if (!Seeds.repeated()) {
            assertThat(signals.keySet()).isEqualTo(EnumSet.allOf(TurnSignal.class));
            assertThat(phases.keySet()).isEqualTo(EnumSet.allOf(TurnPhase.class));
        }
    }

    private final class Both {
        private final long seed;
        private final Random random;
        private final VoiceContour voice;
        private final TurnEngine table;
        private final FormerTurnEngine former;
        private final short[] pcm = new short[160];
        private TurnPolicy policy;
        private long nowNs;
        private int stateLeft;
        private boolean talking;
        private float density = 1;
        private int obedience;
        private int step;

        Both(long seed) {
            this.seed = seed;
            random = new Random(seed);
            voice = random.nextInt(3) == 0 ? new VoiceContour(8_000) : null;
            policy = randomPolicy();
            table = new TurnEngine(policy, voice);
            former = new FormerTurnEngine(policy, voice);
            nowNs = random.nextInt(10_000) * MS;
            obedience = random.nextInt(11);
        }

        private TurnPolicy randomPolicy() {
            TurnPolicy next = PolicyProfiles.of(PolicyProfiles.NAMES.get(random.nextInt(PolicyProfiles.NAMES.size())));
            if (random.nextInt(3) == 0) {
                next = next.withBargeIn(random.nextInt(4) > 0);
            }
            if (random.nextInt(3) == 0) {
                next = next.withCooldown(random.nextBoolean());
            }
            if (random.nextInt(4) == 0) {
                next = next.withSpeechThreshold(0.2f + 0.6f * random.nextFloat());
            }
            for (int i = random.nextInt(8); i > 0; i--) {
                PolicyNumber number = NUMBERS[random.nextInt(NUMBERS.length)];
                int range = random.nextInt(4) > 0
                        ? Math.min(1_500, number.max() - number.min())
                        : number.max() - number.min();
                next = next.with(number, number.min() + random.nextInt(range + 1));
            }
            if (random.nextInt(4) == 0) {
                next = next.with(PolicyNumber.MAX_TURN, PolicyNumber.MAX_TURN.min());
            }
            for (int i = random.nextInt(4); i > 0; i--) {
                TurnStage stage = STAGES[random.nextInt(STAGES.length)];
                next = switch (random.nextInt(4)) {
                    case 0 -> next.with(stage, "allowBargeIn", random.nextInt(3) > 0);
                    case 1 -> next.with(stage, "protectionMs", PolicyNumber.PROTECTION.min() + random.nextInt(1_000));
                    case 2 -> next.with(stage, "yieldMs", PolicyNumber.YIELD.min() + random.nextInt(300));
                    default -> next.with(stage, "minSpeechMs", PolicyNumber.MIN_SPEECH.min() + random.nextInt(600));
                };
            }
            return next;
        }

        void run() {
            for (step = 0; step < STEPS; step++) {
                if (random.nextInt(20) == 0) {
                    disturb();
                    compare();
                }
                nowNs += (random.nextInt(20) == 0 ? random.nextInt(2_000) : 20) * MS;
                if (random.nextInt(12) > 0) {
                    frame();
                }
                if (random.nextInt(4) > 0) {
                    same(table.onTick(nowNs), former.onTick(nowNs));
                }
            }
        }

        private void frame() {
            if (stateLeft-- <= 0) {
                talking = !talking;
                stateLeft = 1 + random.nextInt(random.nextInt(5) == 0 ? 120 : talking ? 40 : 30);
                density = random.nextInt(3) > 0 ? 1 : 0.3f + 0.7f * random.nextFloat();
            }
            boolean speech = talking && random.nextFloat() < density;
            float score = random.nextInt(50) == 0
                    ? Float.NaN
                    : speech ? 0.5f + random.nextFloat() / 2 : random.nextFloat() / 4;
            if (voice != null) {
                double pitchHz = 90 + 60 * random.nextDouble();
                for (int i = 0; i < pcm.length; i++) {
                    pcm[i] = (short) (speech ? 8_000 * Math.signum(Math.sin((step * 160 + i) * pitchHz / 1_273)) : 0);
                }
                voice.frame(pcm, 0, speech);
            }
            same(table.onFrame(score, nowNs), former.onFrame(score, nowNs));
        }

        private void disturb() {
            switch (random.nextInt(17)) {
                case 0, 1, 2 -> mode(MODES[random.nextInt(MODES.length)]);
                case 3, 4 -> mode(random.nextBoolean() ? TurnMode.SPEAKING : TurnMode.GREETING);
                case 5 -> {
                    boolean on = random.nextInt(4) == 0;
                    table.manual(on);
                    former.manual(on);
                }
                case 6 -> {
                    boolean on = random.nextInt(3) == 0;
                    table.commitByHand(on);
                    former.commitByHand(on);
                }
                case 7 -> {
                    policy = randomPolicy();
                    table.policy(policy);
                    former.policy(policy);
                }
                case 8 -> {
                    table.press();
                    former.press();
                }
                case 9 -> {
                    if (random.nextBoolean()) {
                        table.awaitSpeech();
                        former.awaitSpeech();
                    } else {
                        int forMs = random.nextInt(3_000);
                        table.awaitSpeech(forMs);
                        former.awaitSpeech(forMs);
                    }
                }
                case 10 -> {
                    table.utteranceComplete();
                    former.utteranceComplete();
                }
                case 11 -> {
                    SentenceEnd end = ENDS[random.nextInt(ENDS.length)];
                    table.words(end);
                    former.words(end);
                }
                case 12 -> {
                    table.interrupted(nowNs);
                    former.interrupted(nowNs);
                }
                case 13 -> same(table.certain(nowNs), former.certain(nowNs));
                case 14 -> {
                    table.activity(nowNs);
                    former.activity(nowNs);
                }
                default -> words();
            }
        }

        private void words() {
            boolean backchannels = random.nextBoolean();
            int others = random.nextInt(4);
            same(table.onWords(backchannels, others), former.onWords(backchannels, others));
        }

        private void mode(TurnMode next) {
            table.mode(next, nowNs);
            former.mode(next, nowNs);
        }

        private void same(TurnSignal now, TurnSignal before) {
            if (now != before) {
                throw new AssertionError("the table says " + now + ", the former engine " + before + at());
            }
            compare();
            signals.merge(now, 1L, Long::sum);
            phases.merge(table.phase(), 1L, Long::sum);
            if (now == TurnSignal.NONE) {
                return;
            }
            if (now == TurnSignal.YIELD && random.nextBoolean()) {
                words();
            }
            if (random.nextInt(10) < obedience) {
                obey(now);
                compare();
            }
        }

        private void obey(TurnSignal signal) {
            switch (signal) {
                case SPEECH_START -> mode(TurnMode.LISTENING);
                case COMMIT, CERTAIN_COMMIT -> {
                    table.interrupted(nowNs);
                    former.interrupted(nowNs);
                    mode(TurnMode.LISTENING);
                }
                case END_OF_TURN, TURN_TOO_LONG -> mode(random.nextBoolean() ? TurnMode.THINKING : TurnMode.SPEAKING);
                case NO_SPEECH -> mode(TurnMode.OPEN);
                default -> {}
            }
        }

        private void compare() {
            boolean same = table.mode() == former.mode()
                    && table.commitsByHand() == former.commitsByHand()
                    && table.awaitingSpeech() == former.awaitingSpeech()
                    && table.recentInterruptions(nowNs) == former.recentInterruptions(nowNs)
                    && table.coolsDown(nowNs) == former.coolsDown(nowNs)
                    && table.coolingDown(nowNs) == former.coolingDown(nowNs)
                    && table.burstStartNs() == former.burstStartNs()
                    && table.burstMs() == former.burstMs()
                    && table.speechMs() == former.speechMs()
                    && table.lastSpeechNs() == former.lastSpeechNs()
                    && table.yielded() == former.yielded()
                    && table.interruptible(nowNs) == former.interruptible(nowNs);
            if (!same) {
                throw new AssertionError("a reading differs" + at());
            }
        }

        private String at() {
            return " (seed " + seed + ", step " + step + ", " + table.mode() + ", " + table.phase() + ", " + policy
                    + ")";
        }
    }
}
