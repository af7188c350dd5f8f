package io.sidetone.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.Seeds;
import io.sidetone.core.hearing.SpeechEvidence;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever sources say, and whenever: a signal comes only where it means something. */
@Tag("ITE-PAT-003")
@Tag("ITE-RES-001")
@Tag("ITE-PAT-002")
class TurnEngineLawsTest {
    private static final long MS = 1_000_000L;
    private static final int LIVES = 300;
    private static final int FRAMES = 1_500;
    private static final TurnMode[] MODES = TurnMode.values();
    private static final Set<TurnMode> SPEAKING = EnumSet.of(TurnMode.SPEAKING, TurnMode.GREETING);
    private static final Set<TurnMode> KEEPING =
            EnumSet.of(TurnMode.THINKING, TurnMode.ACTION, TurnMode.SPEAKING, TurnMode.GREETING);

    @Test
    void shouldHoldTheLawsWhateverTheEvidence() {
        for (long seed : Seeds.of(LIVES)) {
            new Life(seed).run();
        }
    }

    private static final class Life {
        private final long seed;
        private final Random random;
        private final SpeechEvidence evidence = new SpeechEvidence();
        private final TurnEngine engine = new TurnEngine(TurnPolicy.DEFAULT);
        private long nowNs = 5 * MS;
        private long streamMs;
        private TurnMode mode = TurnMode.CLOSED;
        private TurnPolicy policy = TurnPolicy.DEFAULT;
        private boolean manual;
        private boolean byHand;
        private boolean yielded;
        private boolean kept;
        private boolean awaiting;

        Life(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        private String at(String law) {
            return law + " (seed " + seed + ", " + mode + ", stream " + streamMs + " ms)";
        }

        void run() {
            for (int i = 0; i < FRAMES; i++) {
                if (random.nextInt(25) == 0) {
                    disturb();
                }
                nowNs += (10 + random.nextInt(20)) * MS;
                if (random.nextInt(10) > 0) {
                    frame();
                }
                check(engine.onTick(nowNs), false);
            }
        }

        private void frame() {
            streamMs += 20;
            if (random.nextInt(3) > 0) {
                float score = random.nextInt(8) == 0 ? Float.NaN : random.nextFloat() * 1.2f - 0.1f;
                SpeechSource source = evidence.take(
                        streamMs - random.nextInt(300), SpeechEvidence.pack(SpeechSource.RECOGNIZER, score));
                assertThat(source == null)
                        .as(at("only a score counts: " + score))
                        .isEqualTo(!(score >= 0 && score <= 1));
            }
            float energy = random.nextFloat();
            float score = evidence.score(energy, streamMs);
            assertThat(score).as(at("a score is a score")).isBetween(0f, 1f);
            if (evidence.decided() == SpeechSource.ENERGY) {
                assertThat(score).as(at("energy is what energy says")).isEqualTo(energy);
            } else {
                assertThat(evidence.selected()).isEqualTo(evidence.decided());
            }
            check(engine.onFrame(score, nowNs), true);
        }

        private void disturb() {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> mode(MODES[random.nextInt(MODES.length)]);
                case 3 -> evidence.select(SpeechSource.values()[random.nextInt(2)]);
                case 4 -> evidence.fallBack(random.nextBoolean());
                case 5 -> {
                    manual = random.nextBoolean();
                    byHand = random.nextBoolean();
                    engine.manual(manual);
                    engine.commitByHand(byHand);
                }
                case 6 -> {
                    policy = TurnPolicy.DEFAULT.withBargeIn(random.nextBoolean());
                    engine.policy(policy);
                }
                default -> {
                    engine.awaitSpeech();
                    awaiting = mode == TurnMode.LISTENING;
                }
            }
        }

        private void mode(TurnMode next) {
            if (next != mode) {
                yielded = false;
                kept = false;
                awaiting = false;
            }
            mode = next;
            engine.mode(next, nowNs);
        }

        private void check(TurnSignal signal, boolean byFrame) {
            if (byFrame && manual) {
                assertThat(signal).as(at("evidence means nothing by hand")).isEqualTo(TurnSignal.NONE);
            }
            switch (signal) {
                case NONE -> {}
                case SPEECH_START -> {
                    assertThat(awaiting || mode == TurnMode.OPEN || mode == TurnMode.THINKING)
                            .as(at("nobody speaks, or the floor was handed over"))
                            .isTrue();
                    mode(awaiting ? mode : TurnMode.LISTENING);
                    awaiting = false;
                }
                case YIELD -> {
                    assertThat(SPEAKING).as(at("only who speaks yields")).contains(mode);
                    assertThat(yielded).as(at("once")).isFalse();
                    assertThat(engine.interruptible(nowNs)).as(at("allowed")).isTrue();
                    yielded = true;
                }
                case COMMIT -> {
                    assertThat(SPEAKING).as(at("only who speaks is cancelled")).contains(mode);
                    assertThat(engine.interruptible(nowNs)).as(at("allowed")).isTrue();
                    mode(TurnMode.LISTENING);
                }
                case RESUME -> {
                    assertThat(yielded).as(at("only a pause is resumed")).isTrue();
                    yielded = false;
                }
                case PENDING_START -> {
                    assertThat(KEEPING).as(at("kept where it takes no floor")).contains(mode);
                    assertThat(kept).as(at("once")).isFalse();
                    kept = true;
                }
                case PENDING_END -> {
                    assertThat(kept).as(at("only what began ends")).isTrue();
                    kept = false;
                }
                case END_OF_TURN -> {
                    assertThat(mode).as(at("the caller's turn")).isEqualTo(TurnMode.LISTENING);
                    assertThat(manual || byHand).as(at("not by silence")).isFalse();
                    mode(TurnMode.THINKING);
                }
                case TURN_TOO_LONG -> {
                    assertThat(mode).as(at("the caller's turn")).isEqualTo(TurnMode.LISTENING);
                    mode(TurnMode.THINKING);
                }
                case NO_SPEECH -> {
                    assertThat(awaiting).as(at("only who is waited for")).isTrue();
                    mode(TurnMode.OPEN);
                }
                default -> throw new AssertionError(at("no law for " + signal));
            }
        }
    }
}
