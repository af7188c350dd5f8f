package io.sidetone.speech.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.InterruptibleBy;
import io.sidetone.speech.embedded.Calls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Models that do anything at any time: every turn still ends once, and every session is given back. */
class FailoverStormTest {
    private static final int SEEDS = 400;
    private static final int STEPS = 120;

    /** Keeps the contract of a session, and nothing else. */
    private static final class Moody implements DialogueModel {
        private final Random random;
        private final List<Session> sessions = new ArrayList<>();

        Moody(Random random) {
            this.random = random;
        }

        private static final class Session implements DialogueSession {
            final DialogueEvents events;
            final Set<Long> asked = new HashSet<>();
            boolean ready;
            boolean dead;
            boolean closing;
            boolean released;

            Session(DialogueEvents events) {
                this.events = events;
            }

            @Override
            public void respond(long token, UserInput input, History.Snapshot history) {
                assertThat(ready).as("asked only when ready").isTrue();
                asked.add(token);
            }

            @Override
            public void prepare(long token, UserInput input, History.Snapshot history) {
                respond(token, input, history);
            }

            @Override
            public void adopted(long token) {}

            @Override
            public void discarded(long token) {
                cancelled(token, "", 0);
            }

            @Override
            public void lateResult(long token, ActionResult result) {}

            @Override
            public void narratedState(String text) {}

            @Override
            public void briefing(Instructions briefing) {}

            @Override
            public void spoken(long token) {}

            @Override
            public void announce(long token, PromptReason occasion) {
                asked.add(token);
            }

            @Override
            public void actionResult(long token, ActionResult result) {}

            @Override
            public void cancelled(long token, String heardText, long heardMs) {
                asked.remove(token);
            }

            @Override
            public void close() {
                closing = true;
            }
        }

        @Override
        public DialogueSession open(CallContext call, DialogueEvents events) {
            Session session = new Session(events);
            sessions.add(session);
            return session;
        }

        @Override
        public DialogueModel.Capabilities capabilities() {
            return new DialogueModel.Capabilities("moody", false);
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("moody");
        }

        void mood(boolean calm) {
            for (Session session : List.copyOf(sessions)) {
                if (session.closing && !session.released && (calm || random.nextInt(3) == 0)) {
                    session.released = true;
                    session.events.closed();
                } else if (session.closing || session.dead) {
                    continue;
                } else if (!session.ready) {
                    ready(session, calm);
                } else if (!calm && random.nextInt(150) == 0) {
                    die(session);
                } else {
                    answer(session, calm);
                }
            }
        }

        private void ready(Session session, boolean calm) {
            if (!calm && random.nextInt(25) == 0) {
                die(session);
            } else if (calm || random.nextInt(3) == 0) {
                session.ready = true;
                session.events.ready();
            }
        }

        private void die(Session session) {
            session.dead = true;
            session.events.failed(0, new EngineFailure("unavailable", "died", true));
        }

        private void answer(Session session, boolean calm) {
            for (long token : List.copyOf(session.asked)) {
                switch (calm ? 1 : random.nextInt(6)) {
                    case 0 -> session.events.text(token, "t");
                    case 1 -> {
                        session.events.text(token, "t");
                        session.events.done(token, null);
                        session.asked.remove(token);
                    }
                    case 2 -> {
                        session.events.failed(token, new EngineFailure("broken", "broke", random.nextBoolean()));
                        session.asked.remove(token);
                    }
                    default -> {}
                }
            }
        }
    }

    private final Map<Long, Integer> ends = new HashMap<>();
    private int closed;
    private int gone;

    private final DialogueEvents events = new DialogueEvents() {
        @Override
        public void ready() {}

        @Override
        public void text(long token, String piece) {
            assertThat(ends).as("nothing of a turn after its end").doesNotContainKey(token);
        }

        @Override
        public void filler(long token, String words) {}

        @Override
        public void sound(long token, List<PcmChunk> sound) {}

        @Override
        public void interruptible(long token, InterruptibleBy by) {}

        @Override
        public void hasMore() {}

        @Override
        public void action(long token, ActionCall action) {}

        @Override
        public void done(long token, ListenHint hint) {
            ends.merge(token, 1, Integer::sum);
        }

        @Override
        public void failed(long token, EngineFailure failure) {
            if (token == 0) {
                gone++;
            } else {
                ends.merge(token, 1, Integer::sum);
            }
        }

        @Override
        public void closed() {
            closed++;
        }
    };

    @Test
    void shouldEndEveryTurnOnceWhateverModelsDo() {
        int toTheEnd = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            storm(seed);
            toTheEnd += gone == 0 ? 1 : 0;
        }
        assertThat(toTheEnd).as("storms that some model outlived").isGreaterThan(SEEDS / 4);
    }

    private void storm(long seed) {
        Random random = new Random(seed);
        Loop loop = new Loop();
        Moody first = new Moody(random);
        Moody second = new Moody(random);
        ends.clear();
        closed = 0;
        gone = 0;
        DialogueSession session = new FailoverDialogue(new Failover<>(
                        List.of(
                                new Candidate<DialogueModel>("first", first, new Circuit(loop::nowNs)),
                                new Candidate<DialogueModel>("second", second, new Circuit(loop::nowNs))),
                        loop::executor,
                        2_000))
                .open(Calls.call(new Fence()), events);
        loop.run();
        Set<Long> requested = new HashSet<>();
        long token = 0;
        for (int step = 0; step < STEPS && gone == 0; step++) {
            if (random.nextInt(6) == 0) {
                token++;
                requested.add(token);
                session.respond(token, new UserInput(UserInput.Kind.SPEECH, "hi"), new History().recent());
            } else if (random.nextInt(12) == 0 && token > 0) {
                requested.remove(token);
                session.cancelled(token, "", 0);
            }
            first.mood(false);
            second.mood(false);
            loop.run();
            loop.pass(random.nextInt(800));
        }
        for (int i = 0; i < 12 && gone == 0; i++) {
            first.mood(true);
            second.mood(true);
            loop.run();
            loop.pass(1_000);
        }
        for (long each : requested) {
            if (gone == 0 && each > token - 16) {
                assertThat(ends).as("turn %d, seed %d", each, seed).containsKey(each);
            }
        }
        assertThat(ends.values()).as("seed %d", seed).allMatch(times -> times == 1);
        session.close();
        for (int i = 0; i < 3; i++) {
            loop.run();
            first.mood(true);
            second.mood(true);
        }
        loop.run();
        assertThat(closed).as("closed, seed %d", seed).isEqualTo(1);
    }
}
