package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.action.ActionResult;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.Reply;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many turns with a service that does anything: each ends once, and nothing is left behind. */
class ChatStormTest {
    private static final int TURNS = 40;

    private static void misbehave(ChatRig rig, Random random, Reply reply) {
        List<String> events =
                switch (random.nextInt(4)) {
                    case 0 -> rig.service.wordsUntil(rig.service.tooLong());
                    case 1 -> rig.service.calls("So.", new ChatService.Call("call_a", "lookup", "{\"id\":\"7\"}"));
                    default -> rig.service.words("One ", "two ", "three.");
                };
        int cut = random.nextInt(events.size() + 1);
        switch (random.nextInt(8)) {
            case 0 -> reply.drop();
            case 1 -> reply.whole(400 + random.nextInt(200), Map.of(), "{\"error\":\"no\"}");
            case 2 -> reply.head(200, ChatService.SSE);
            case 3 -> {
                reply.head(200, ChatService.SSE);
                events.subList(0, cut).forEach(reply::chunk);
                reply.later(random.nextInt(30), random.nextBoolean() ? reply::drop : reply::end);
            }
            case 4 -> {
                reply.head(200, ChatService.SSE);
                events.forEach(event -> reply.chunk(event).chunk("data: {]\n\n"));
                reply.end();
            }
            case 5 -> {
                reply.head(200, ChatService.SSE);
                events.forEach(event -> reply.chunk(event).chunk(event));
                reply.end();
            }
            default -> ChatService.send(reply, events);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndEachTurnOnce(ChatProvider provider) {
        long seed = 60_211 + provider.ordinal();
        Random random = new Random(seed);
        int[] answered = new int[1];
        try (ChatRig rig = new ChatRig(provider, s -> ChatRig.limits(s, new ChatLimits(200, false, 300, 200, 3, 1)))) {
            for (long token = 10; token < 10 + 2 * TURNS; token += 2) {
                for (int i = 0; i < 4; i++) {
                    rig.service.next((seen, reply) -> misbehave(rig, random, reply));
                }
                rig.ask(token, "Turn " + token);
                boolean cancel = random.nextInt(4) == 0;
                if (cancel) {
                    rig.fence.advance(token + 1);
                    rig.session.cancelled(token, "", 0);
                } else {
                    settle(rig, token, answered);
                    rig.session.spoken(token);
                }
            }
            assertThat(rig.service.requests()).as("seed %d", seed).isNotEmpty();
        }
    }

    /** Answers what the model wants until the turn is over, and sees that it stays so. */
    private static void settle(ChatRig rig, long token, int[] answered) {
        String done = "done " + token;
        String failed = "failed " + token + " ";
        Eventually.holds("end of " + token, () -> {
            List<String> lines = rig.log.lines();
            while (answered[0] < rig.wanted.size()) {
                rig.session.actionResult(
                        token, ActionResult.ok(rig.wanted.get(answered[0]++).invocationId(), Map.of("found", true)));
            }
            return lines.stream().anyMatch(line -> line.equals(done) || line.startsWith(failed));
        });
        assertThat(rig.log.lines().stream().filter(line -> line.equals(done) || line.startsWith(failed)))
                .hasSize(1);
    }
}
