package io.sidetone.core.turn.event;

import io.sidetone.core.floor.FloorTransition;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Content of an event besides its turn. It is written out when somebody reads it: most events have no reader. Immutable. */
abstract class Diagnostics extends AbstractMap<String, Object> {
    static final int VIP = 1;
    static final int ITE = 2;
    static final int VELA = 4;
    static final int VANTUM = 8;

    private static final String[] VOCABULARIES = {"vip", "ite", "vela", "vantum"};

    abstract void write(Map<String, Object> out);

    @Override
    public final Set<Entry<String, Object>> entrySet() {
        Map<String, Object> out = new LinkedHashMap<>();
        write(out);
        return out.entrySet();
    }

    /** Returns the vocabularies of {@code mask}, a sum of {@link #VIP}, {@link #ITE}, {@link #VELA} and {@link #VANTUM}. */
    static List<String> changed(int mask) {
        List<String> names = new ArrayList<>(VOCABULARIES.length);
        for (int i = 0; i < VOCABULARIES.length; i++) {
            if ((mask >> i & 1) == 1) {
                names.add(VOCABULARIES[i]);
            }
        }
        return names;
    }

    /** The floor moved. */
    static final class Moved extends Diagnostics {
        private static final long MS = 1_000_000L;

        private final FloorTransition move;
        private final int changed;

        Moved(FloorTransition move, int changed) {
            this.move = move;
            this.changed = changed;
        }

        @Override
        void write(Map<String, Object> out) {
            out.put("changed", changed(changed));
            out.put("rule", move.rule());
            out.put("trigger", move.trigger().wireName());
            out.put("from", move.from().name());
            out.put("durationMs", move.timeInFromNs() / MS);
        }
    }

    /** The caller took the floor. */
    static final class Interruptions extends Diagnostics {
        private final int recent;
        private final int inCall;

        Interruptions(int recent, int inCall) {
            this.recent = recent;
            this.inCall = inCall;
        }

        @Override
        void write(Map<String, Object> out) {
            out.put("interruptionCount", recent);
            out.put("interruptionsInCall", inCall);
        }
    }
}
