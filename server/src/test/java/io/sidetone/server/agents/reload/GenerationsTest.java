package io.sidetone.server.agents.reload;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.lane.Admission;
import io.sidetone.server.records.store.LaneCalls;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("CARD-09")
class GenerationsTest {
    private final List<String> closed = new ArrayList<>();
    private final List<String> late = new ArrayList<>();
    private final LaneCalls calls = new LaneCalls((call, event) -> this.generations.on(call, event));
    private final Generations<Part> generations = new Generations<>(
            new Part("first"),
            calls::nowNs,
            (call, older) -> late.add(call.setup().who().callId() + " " + older.name));
    private int made;

    private final class Part implements AutoCloseable {
        private final String name;

        Part(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            closed.add(name);
        }
    }

    /** The ids of {@link LaneCalls}. */
    private String nextId() {
        return String.format("01TESTTESTTESTTEST%08d", ++made);
    }

    private Admission call() {
        generations.present().opening(nextId());
        return calls.begin("sip:bob@example.net");
    }

    private void pass(long ms) {
        calls.pass(ms);
        generations.closeUnused();
    }

    @Test
    void shouldGiveNewCallsTheNewPartsAndCloseTheOldOnesWhenTheirLastCallEnded() {
        Admission one = call();
        Admission two = call();
        generations.replace(new Part("second"));
        Admission three = call();
        assertThat(generations.present().parts().name).isEqualTo("second");
        pass(10_000);
        calls.end(one);
        pass(10_000);
        assertThat(closed).isEmpty();
        assertThat(generations.olderCalls()).isEqualTo(1);
        calls.end(two);
        pass(20);
        assertThat(closed).containsExactly("first");
        assertThat(generations.open()).hasSize(1);
        calls.end(three);
        pass(10_000);
        assertThat(closed).as("the present one stays").containsExactly("first");
    }

    @Test
    void shouldKeepOldPartsAMomentForACallThatWasRoutedBeforeAndComesAfter() {
        Generation<Part> routed = generations.present();
        generations.replace(new Part("second"));
        pass(1_000);
        assertThat(closed).isEmpty();
        routed.opening(nextId());
        Admission call = calls.begin("sip:bob@example.net");
        assertThat(late).containsExactly("01TESTTESTTESTTEST00000001 first");
        pass(10_000);
        assertThat(closed).isEmpty();
        calls.end(call);
        pass(20);
        assertThat(closed).containsExactly("first");
    }

    @Test
    void shouldForgetACallThatWasSetUpAndNeverOpened() {
        generations.present().opening("01TESTTESTTESTTESTREFUSED1");
        generations.replace(new Part("second"));
        pass(59_000);
        assertThat(closed).isEmpty();
        pass(2_000);
        assertThat(closed).containsExactly("first");
    }

    @Test
    void shouldLeaveNothingOpenOverAHundredReloads() {
        for (int i = 0; i < 100; i++) {
            Admission call = call();
            generations.replace(new Part("reload " + i));
            pass(i % 7 * 1_000);
            calls.end(call);
        }
        pass(5_000);
        assertThat(generations.open()).hasSize(1);
        assertThat(closed).hasSize(100).doesNotHaveDuplicates().doesNotContain("reload 99");
        generations.close();
        assertThat(closed).hasSize(101);
    }
}
