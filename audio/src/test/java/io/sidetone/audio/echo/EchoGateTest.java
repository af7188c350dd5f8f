package io.sidetone.audio.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the bound on the echo takes from what is sent and from what comes back. */
class EchoGateTest {
    private static final int BANDS = 2;
    private static final float SENT_DBOV = -20;

    /** Frames before a gate learns, and of three blocks. */
    private static final int LEARNT_FRAMES = 16 + 3 * 5;

    @Test
    void shouldAssumeTheLeastLossBeforeItKnowsMore() {
        EchoGate gate = new EchoGate(BANDS);
        gate.send(new float[] {-20, -35});
        assertThat(gate.bound()).containsExactly(-26, -41);
        assertThat(gate.active()).isTrue();
    }

    @Test
    void shouldBoundNothingOnceWhatWasSentIsOver() {
        EchoGate gate = new EchoGate(BANDS);
        assertThat(gate.active()).isFalse();
        assertThat(gate.bound()).containsOnly(EchoGate.NO_ECHO_DBOV);
        gate.send(levels(SENT_DBOV));
        for (int i = 1; i < 20; i++) {
            gate.send(null);
            assertThat(gate.active()).as("frame %d", i).isTrue();
            assertThat(gate.bound()).containsOnly(-26);
        }
        gate.send(null);
        assertThat(gate.active()).isFalse();
        assertThat(gate.bound()).containsOnly(EchoGate.NO_ECHO_DBOV);
    }

    @Test
    void shouldHoldTheLoudestOfTheLastFrames() {
        EchoGate gate = new EchoGate(BANDS);
        gate.send(levels(-15));
        for (int i = 1; i < 20; i++) {
            gate.send(levels(-40));
            assertThat(gate.bound()).containsOnly(-21);
        }
        gate.send(levels(-40));
        assertThat(gate.bound()).containsOnly(-46);
    }

    @Test
    void shouldForgetWhatWasSentBeforeFramesThatNobodyMeasured() {
        EchoGate gate = new EchoGate(BANDS);
        gate.send(levels(-15));
        gate.unmeasured();
        gate.send(levels(-40));
        assertThat(gate.active()).isTrue();
        assertThat(gate.bound()).containsOnly(-46);
    }

    @Test
    void shouldHoldTheLoudestOfTheLastFramesWhateverWasSent() {
        Random random = new Random(5);
        EchoGate gate = new EchoGate(BANDS);
        float[][] sent = new float[2_000][];
        for (int frame = 0; frame < sent.length; frame++) {
            sent[frame] =
                    random.nextInt(4) == 0 ? null : new float[] {-10 - random.nextInt(90), -10 - random.nextInt(6)};
            gate.send(sent[frame]);
            for (int band = 0; band < BANDS; band++) {
                float loudest = Float.NEGATIVE_INFINITY;
                for (int i = Math.max(0, frame - 19); i <= frame; i++) {
                    loudest = Math.max(loudest, sent[i] == null ? Float.NEGATIVE_INFINITY : sent[i][band]);
                }
                assertThat(gate.bound()[band])
                        .as("band %d in frame %d", band, frame)
                        .isEqualTo(Math.max(EchoGate.NO_ECHO_DBOV, loudest - 6));
            }
        }
    }

    @Test
    void shouldFallByEachFrameThatIsNoEcho() {
        EchoGate gate = new EchoGate(BANDS);
        gate.send(levels(SENT_DBOV));
        for (int i = 1; i <= 10; i++) {
            gate.learn(levels(-24), -60, true);
        }
        assertThat(gate.bound()).as("so many may be chance").containsOnly(-26);
        gate.learn(levels(-24), -60, false);
        assertThat(gate.bound()).containsOnly(-26);
        for (int i = 1; i <= 34; i++) {
            gate.learn(levels(-24), -60, true);
            assertThat(gate.bound()).containsOnly(-26 - i);
        }
        for (int i = 0; i < 100_000; i++) {
            gate.learn(levels(-24), -60, true);
        }
        assertThat(gate.bound()).as("40 dB below what was sent").containsOnly(-60);
        gate.found();
        assertThat(gate.bound()).as("after an echo was found").containsOnly(-26);
    }

    @Test
    void shouldLearnWhatComesBackInEveryBlock() {
        EchoGate gate = new EchoGate(BANDS);
        for (int i = 0; i < LEARNT_FRAMES - 1; i++) {
            hear(gate, new float[] {-50, -60}, SENT_DBOV);
        }
        assertThat(gate.bound()).as("not known yet").containsOnly(-26);
        hear(gate, new float[] {-50, -60}, SENT_DBOV);
        assertThat(gate.bound()).containsExactly(-47, -57);
    }

    @Test
    void shouldLearnNothingWhileTheAgentIsFaintOrSilent() {
        EchoGate gate = new EchoGate(BANDS);
        for (int i = 0; i < 500; i++) {
            hear(gate, levels(-80), -46);
        }
        assertThat(gate.bound()).containsOnly(-52);
        for (int i = 0; i < 500; i++) {
            gate.send(null);
            gate.bound();
            gate.learn(levels(-80), -96, false);
        }
        gate.send(levels(SENT_DBOV));
        assertThat(gate.bound()).containsOnly(-26);
    }

    @Test
    void shouldNotTakeAnEchoThatIsOnItsWayForOneThatIsLost() {
        EchoGate gate = new EchoGate(BANDS);
        for (int i = 0; i < 100; i++) {
            hear(gate, levels(-68), -61);
        }
        for (int i = 0; i < LEARNT_FRAMES - 1; i++) {
            hear(gate, levels(i < 12 ? -68 : -30), SENT_DBOV);
            assertThat(gate.bound())
                    .as("frame %d of the agent's first words", i)
                    .containsOnly(-26);
        }
    }

    @Test
    void shouldNotTakeTheFirstWordsOfALaterAnswerForALineWithoutEcho() {
        EchoGate gate = new EchoGate(BANDS);
        for (int turn = 0; turn < 4; turn++) {
            for (int i = 0; i < 60; i++) {
                hear(gate, levels(i < 12 ? -68 : -30), SENT_DBOV);
                assertThat(gate.bound())
                        .as("frame %d of answer %d", i, turn)
                        .containsOnly(turn == 0 && i < LEARNT_FRAMES - 1 ? -26 : -27);
            }
            for (int i = 0; i < 100; i++) {
                gate.send(null);
                gate.bound();
                gate.learn(levels(-68), -90, false);
            }
        }
    }

    @Test
    void shouldRiseLittleWhenTheCallerTalksOverSomeBlocks() {
        for (int seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            EchoGate gate = new EchoGate(BANDS);
            for (int i = 0; i < LEARNT_FRAMES + 200; i++) {
                hear(gate, levels(-50), SENT_DBOV);
            }
            boolean[] talks = new boolean[8];
            Arrays.fill(talks, 0, 6, true);
            for (int i = talks.length - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                boolean swapped = talks[i];
                talks[i] = talks[other];
                talks[other] = swapped;
            }
            for (int round = 0; round < 4; round++) {
                for (int i = 0; i < 8 * 5; i++) {
                    // Where the last block of 5 began is not known: a caller who talks in it talks in two.
                    hear(gate, levels(talks[i / 5] ? -22 : -50), SENT_DBOV);
                    assertThat(gate.bound()[0]).as("seed %d", seed).isLessThanOrEqualTo(-26);
                }
            }
            for (int i = 0; i < 3 * 5; i++) {
                hear(gate, levels(-50), SENT_DBOV);
            }
            assertThat(gate.bound()).as("seed %d, after two quiet blocks", seed).containsOnly(-47);
        }
    }

    @Test
    void shouldNotRiseWhileTheCallerTalksInSixBlocksOfEight() {
        EchoGate gate = new EchoGate(BANDS);
        // The blocks begin with the seventeenth frame.
        for (int i = 0; i < 16 + 8 * 5; i++) {
            hear(gate, levels(-50), SENT_DBOV);
        }
        for (int i = 0; i < 6 * 5; i++) {
            hear(gate, levels(-10), SENT_DBOV);
            assertThat(gate.bound()).containsOnly(-47);
        }
        for (int i = 0; i < 2 * 5; i++) {
            hear(gate, levels(-50), SENT_DBOV);
            assertThat(gate.bound()).containsOnly(-47);
        }
    }

    @Test
    void shouldNeverExceedTheLeastLossHoweverLongTheCallerTalks() {
        EchoGate gate = new EchoGate(BANDS);
        for (int i = 0; i < 200; i++) {
            hear(gate, levels(-10), SENT_DBOV);
        }
        assertThat(gate.bound()).containsOnly(-26);
    }

    @Test
    void shouldLearnAnEchoThatGetsLouderWithinAllBlocks() {
        EchoGate gate = new EchoGate(BANDS);
        for (int i = 0; i < 200; i++) {
            hear(gate, levels(-60), SENT_DBOV);
        }
        assertThat(gate.bound()).containsOnly(-57);
        for (int i = 0; i < 8 * 5 + 4; i++) {
            hear(gate, levels(-40), SENT_DBOV);
        }
        assertThat(gate.bound()).containsOnly(-37);
    }

    @Test
    void shouldBeAsNewWhenReset() {
        EchoGate used = new EchoGate(BANDS);
        for (int i = 0; i < 333; i++) {
            hear(used, new float[] {-50 + i % 7, -70}, SENT_DBOV);
            used.learn(levels(-50), SENT_DBOV, true);
        }
        used.reset();
        EchoGate fresh = new EchoGate(BANDS);
        assertThat(used.active()).isFalse();
        for (int i = 0; i < 100; i++) {
            hear(used, levels(-45 - i % 5), SENT_DBOV);
            hear(fresh, levels(-45 - i % 5), SENT_DBOV);
            assertThat(used.bound()).isEqualTo(fresh.bound());
        }
    }

    @Test
    void shouldReadTheSameAfterADay() {
        EchoGate gate = new EchoGate(BANDS);
        Random random = new Random(1);
        for (int i = 0; i < 24 * 3_600 * 50; i++) {
            hear(gate, levels(-50 - random.nextInt(10)), SENT_DBOV);
        }
        assertThat(gate.bound()[0]).isCloseTo(-47f, within(4f));
        assertThat(gate.bound()[1]).isEqualTo(gate.bound()[0]);
    }

    private static void hear(EchoGate gate, float[] nearDbov, float farDbov) {
        gate.send(levels(farDbov));
        gate.bound();
        gate.learn(nearDbov, farDbov, false);
    }

    private static float[] levels(float dbov) {
        float[] levels = new float[BANDS];
        Arrays.fill(levels, dbov);
        return levels;
    }
}
