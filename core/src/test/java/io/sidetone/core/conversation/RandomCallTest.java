package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.Seeds;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.journal.MemoryJournals;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random conversations: wrong turns, late answers, duplicates, commands, keys, holds, other policies and sources, lost
 * engines. Whatever happens, the laws hold. {@link Seeds} says which seeds.
 */
@Tag("ITE-REQ-006")
@Tag("ITE-REQ-008")
@Tag("ITE-PAT-003")
@Tag("ITE-AC-004")
@Tag("ITE-AC-006")
@Tag("ITE-CON-002")
@Tag("ITE-RES-001")
@Tag("VIP-05")
@Tag("VIP-15")
@Tag("VIP-T18")
@Tag("VAN-10")
class RandomCallTest {
    private static final int CALLS = 120;
    private static final int STEPS = 120;

    /** Longer than every limit that a policy of these calls has. */
    private static final long PATIENCE_MS = 150_000;

    @Test
    void shouldHoldTheLawsWhenEverythingHappensAtRandom() {
        int cancellations = 0;
        for (long seed : Seeds.of(CALLS)) {
            cancellations += new Life(seed).run();
        }
        if (Seeds.repeated()) {
            return;
        }
        assertThat(cancellations)
                .as("cancelled turns whose fence was looked at")
                .isGreaterThan(CALLS);
    }

    /** One call, from one seed. */
    private static final class Life {
        private final long seed;
        private final Random random;
        private final LaneRig rig = new LaneRig();
        private final MemoryJournals journals = new MemoryJournals();
        private final ScriptedEngines engines = new ScriptedEngines();
        private final ScriptedActions actions = new ScriptedActions();
        private final CancellationWitness witness = new CancellationWitness();

        Life(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        /** Returns how many cancelled turns were looked at. */
        int run() {
            rig.tapsAndFences(journals);
            rig.client = witness;
            rig.introduction = random.nextInt(4) == 0 ? "I am an automatic assistant." : "";
            engines.stt.givesEvidence = true;
            engines.readyAtOnce = random.nextInt(10) > 0;
            engines.llm.preemptible = random.nextInt(3) > 0;
            LaneRig.RigCall call = rig.open(engines.stt, engines.llm, engines.voice, policy(), actions);
            witness.watch(call.admission.fence());
            CallLaws laws = new CallLaws(rig, call, engines, witness, "seed " + seed);
            RandomEvents events = new RandomEvents(random, rig, call, engines, actions);
            boolean late = random.nextInt(5) == 0;
            boolean client = random.nextInt(3) == 0;
            if (client) {
                laws.refusing();
            }
            if (!late) {
                call.publish(LaneEventType.ANSWERED, 0, 0, null);
            }
            for (int i = 0; i < STEPS && call.record.endCause() == null; i++) {
                if (late && i == 10) {
                    call.publish(LaneEventType.ANSWERED, 0, 0, null);
                }
                laws.before();
                if (client && random.nextInt(3) == 0) {
                    events.client();
                } else {
                    events.step();
                }
                laws.after();
            }
            if (random.nextInt(10) == 0) {
                comeToRest(call, laws);
            }
            if (call.record.endCause() == null) {
                call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
            }
            rig.advance(100);
            laws.ended();
            afterTheEnd(call, events, laws);
            journals.verify("a random call (seed " + seed + ")");
            return witness.cancellations();
        }

        private TurnPolicy policy() {
            List<String> wake = random.nextInt(5) == 0 ? List.of("hello desk") : List.of();
            TurnPolicy policy = PolicyProfiles.of(PolicyProfiles.NAMES.get(random.nextInt(PolicyProfiles.NAMES.size())))
                    .withPhrases(new Phrases(List.of("stop"), wake, Phrases.BACKCHANNELS))
                    .with(PolicyNumber.PREEMPTIVE_AFTER, 100 * random.nextInt(3));
            return random.nextInt(5) > 0
                    ? policy
                    : policy.within(new TurnPolicy.Bounds(
                            20_000, 5_000, 14_000, 5_000, policy.bounds().creditMs()));
        }

        /** When nothing answers and nobody speaks any more, nobody keeps the floor. */
        private void comeToRest(LaneRig.RigCall call, CallLaws laws) {
            LaneRig.FrameSource quiet = CallerVoice.quiet();
            call.publish(LaneEventType.HOLD, 0, 0, null);
            rig.recordFrames = false;
            for (long ms = 0; ms < PATIENCE_MS && call.record.endCause() == null; ms += 1_000) {
                call.hear(quiet, 1_000);
            }
            if (call.record.endCause() == null && !call.record.held()) {
                laws.atRest(call.state() == FloorState.IDLE);
            }
        }

        /** Who comes too late finds nobody. */
        private void afterTheEnd(LaneRig.RigCall call, RandomEvents events, CallLaws laws) {
            int moves = rig.moves.size();
            int told = rig.events.size();
            call.acknowledgeRelease = false;
            for (int i = 0; i < 40; i++) {
                events.step();
            }
            laws.stillEnded(moves, told);
        }
    }
}
