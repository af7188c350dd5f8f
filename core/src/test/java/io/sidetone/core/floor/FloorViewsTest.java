package io.sidetone.core.floor;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.turn.event.PublishedLog;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnLedger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every state × every trigger as each of the four vocabularies shows it, against the tables of the design by hand. */
@Tag("VIP-T20")
@Tag("VIP-01")
@Tag("VAN-15")
@Tag("ITE-PAT-002")
class FloorViewsTest {
    /** state, VIP, Vantum, ITE, Vela; a dash where a vocabulary shows nothing of its own. */
    private static final String[] NAMES = {
        "NOT_CONNECTED not_connected - idle -",
        "CONNECTING connecting INITIALIZING idle idle",
        "IDLE idle LISTENING idle idle",
        "LISTENING user_speaking LISTENING listening listening",
        "FINALIZING ai_thinking LISTENING thinking listening",
        "THINKING ai_thinking THINKING thinking thinking",
        "ACTION invoke_action THINKING thinking thinking",
        "SPEAKING ai_speaking RESPONDING speaking speaking",
        "INTERRUPTED - INTERRUPTED - -",
        "ENDING not_connected ENDED idle -",
        "ENDED not_connected ENDED idle -",
    };

    private static final Map<String, String[]> BY_STATE = new HashMap<>();

    static {
        for (String row : NAMES) {
            String[] names = row.split(" ");
            BY_STATE.put(names[0], names);
        }
    }

    /** Where a machine may stand: every state, and speech that is no answer apart. */
    private record Place(FloorState state, boolean announced) {}

    private static List<Place> places() {
        List<Place> places = new ArrayList<>();
        for (FloorState state : FloorState.values()) {
            places.add(new Place(state, false));
        }
        places.add(new Place(FloorState.SPEAKING, true));
        places.add(new Place(FloorState.INTERRUPTED, true));
        return places;
    }

    private static FloorMachine machineAt(Place place, FloorListener listener) {
        boolean speech = place.state() == FloorState.SPEAKING || place.state() == FloorState.INTERRUPTED;
        if (!speech) {
            return FloorTransitionsTest.machineIn(place.state(), listener);
        }
        FloorMachine machine =
                FloorTransitionsTest.machineIn(place.announced() ? FloorState.IDLE : FloorState.THINKING, listener);
        machine.transition(place.announced() ? FloorTrigger.ANNOUNCE : FloorTrigger.RESPONSE_AUDIO, 2_000, "");
        if (place.state() == FloorState.INTERRUPTED) {
            machine.transition(FloorTrigger.BARGE_IN, 3_000, "");
        }
        return machine;
    }

    private static String name(Place place, int column) {
        boolean speech = place.state() == FloorState.SPEAKING || place.state() == FloorState.INTERRUPTED;
        if (column == 2 && speech && place.announced()) {
            return "LISTENING";
        }
        String name = BY_STATE.get(place.state().name())[column];
        return name.equals("-") ? null : name;
    }

    private static void assertShows(FloorViews views, Place place) {
        assertThat(views.vip()).as("VIP in %s", place).isEqualTo(name(place, 1));
        assertThat(views.vantum()).as("Vantum in %s", place).isEqualTo(name(place, 2));
        assertThat(views.ite()).as("ITE in %s", place).isEqualTo(name(place, 3));
        assertThat(views.vela()).as("Vela in %s", place).isEqualTo(name(place, 4));
    }

    @Test
    void shouldShowTheNamesOfTheDesignAfterEveryTriggerInEveryState() {
        int pairs = 0;
        for (Place from : places()) {
            for (FloorTrigger trigger : FloorTrigger.values()) {
                FloorTransitionsTest.Recorder recorder = new FloorTransitionsTest.Recorder();
                FloorMachine machine = machineAt(from, recorder);
                int before = recorder.moves.size();
                machine.transition(trigger, 9_000, "");
                String[] row = FloorTransitionsTest.expected().get(from.state() + " " + trigger);
                FloorState to = row == null ? from.state() : FloorState.valueOf(row[3]);
                boolean announced = to == from.state()
                        ? from.announced()
                        : to == FloorState.SPEAKING
                                ? trigger == FloorTrigger.ANNOUNCE
                                : to == FloorState.INTERRUPTED && from.announced();
                Place after = new Place(to, announced);
                assertShows(machine.views(), after);
                boolean moves = to != from.state();
                assertThat(recorder.moves.size() - before)
                        .as("%s × %s: one emission per transition, none without", from, trigger)
                        .isEqualTo(moves ? 1 : 0);
                if (moves) {
                    assertShows(recorder.moves.get(before).views(), after);
                }
                pairs++;
            }
        }
        assertThat(pairs).isEqualTo(13 * 23);
    }

    @Test
    @Tag("ITE-MSG-001")
    void shouldTellEachVocabularyOnlyWhenItsOwnNameChanges() {
        for (Place from : places()) {
            for (FloorTrigger trigger : FloorTrigger.values()) {
                List<TurnEvent> events = new ArrayList<>();
                Feed feed = new Feed(events);
                FloorMachine machine = machineAt(from, feed);
                String[] shown = feed.shown.clone();
                events.clear();
                machine.transition(trigger, 9_000, "");
                List<String> changed = new ArrayList<>();
                String[] columns = {"vip", "ite", "vela", "vantum"};
                for (int i = 0; i < columns.length; i++) {
                    if (!Objects.equals(shown[i], feed.shown[i])) {
                        changed.add(columns[i]);
                    }
                }
                if (changed.isEmpty()) {
                    assertThat(events).as("%s × %s", from, trigger).isEmpty();
                } else {
                    assertThat(events).as("%s × %s", from, trigger).hasSize(1);
                    assertThat(events.get(0).diagnostics()).containsEntry("changed", changed);
                }
            }
        }
    }

    @Test
    @Tag("VAN-14")
    void shouldKeepToTheTableOfTheVantumDocumentWhateverTheFloorDoes() {
        for (long seed = 1; seed <= 200; seed++) {
            java.util.Random random = new java.util.Random(seed);
            VantumView view = new VantumView();
            FloorMachine machine = new FloorMachine(
                    "01CALL",
                    new FloorListener() {
                        @Override
                        public void moved(FloorTransition transition) {
                            view.moved(transition);
                        }

                        @Override
                        public void refused(FloorState state, FloorTrigger trigger, String message) {}
                    },
                    0);
            for (int i = 0; i < 500; i++) {
                machine.transition(FloorTrigger.values()[random.nextInt(FloorTrigger.values().length)], i, "");
            }
            assertThat(view.violations()).as("seed %d", seed).isZero();
        }
    }

    /** A ledger that listens, and what each vocabulary shows by the hand-written table. */
    private static final class Feed implements FloorListener {
        final String[] shown = {"not_connected", "idle", null, null};
        private final TurnLedger ledger;
        private boolean announced;

        Feed(List<TurnEvent> events) {
            ledger = new TurnLedger(0, 0, "default", new PublishedLog<>(16), () -> {}, events::add);
        }

        @Override
        public void moved(FloorTransition move) {
            if (move.to() == FloorState.SPEAKING) {
                announced = move.trigger() == FloorTrigger.ANNOUNCE;
            }
            Place place = new Place(move.to(), announced && move.to() != FloorState.IDLE);
            boolean hidden = move.to() == FloorState.INTERRUPTED;
            shown[0] = hidden ? shown[0] : name(place, 1);
            shown[1] = hidden ? shown[1] : name(place, 3);
            shown[2] = hidden ? shown[2] : name(place, 4);
            shown[3] = name(place, 2);
            ledger.moved(move);
        }

        @Override
        public void refused(FloorState state, FloorTrigger trigger, String message) {}
    }
}
