package io.sidetone.tools.chat;

import io.sidetone.config.LoadedConfig;
import io.sidetone.core.call.CallId;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.port.NextAgent;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One conversation on a lane of its own, in real time: lines go in where a recognizer's words would. One thread. */
final class ChatCall {
    private static final int RING = 256;
    private static final int FRAMES = 64;
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int TICKS_PER_FRAME = 4;
    private static final int KEY_MS = 100;

    /** Time of silence of the agent after which a person who does not type gets the next line. */
    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(400);

    /** Time that an agent has to let the call go. */
    private static final long RELEASE_NS = TimeUnit.SECONDS.toNanos(3);

    private static final List<String> HELP = List.of(
            "  a line is what you say; while the agent speaks it interrupts",
            "  /digits 123   presses keys",
            "  /bye          hangs up, as the end of the input does",
            "  /help         shows this");

    private final ChatOptions options;
    private final ChatScreen screen;
    private final ChatInput input;
    private final SteppedLane lane;
    private final EgressRing egress;
    private final ChatLine line;
    private final short[] silence;
    private boolean hungUp;

    ChatCall(LoadedConfig loaded, ChatOptions options, ChatAgents agents, ChatScreen screen, ChatInput input) {
        this.options = options;
        this.screen = screen;
        this.input = input;
        this.lane = new SteppedLane(RING, 1, new CallFactory(screen), System::nanoTime);
        this.egress = lane.egressRing(FRAMES);
        this.line = new ChatLine(lane.claim(), egress, System::nanoTime, screen);
        this.silence = new short[line.sampleRateHz() / 50];
        line.open(setup(loaded, agents));
    }

    private CallSetup setup(LoadedConfig loaded, ChatAgents agents) {
        NextAgent agent = agents.next(options.agent(), "");
        SplittableRandom random = new SplittableRandom();
        long wallMs = System.currentTimeMillis();
        String id = CallId.next(wallMs, random);
        return new CallSetup(
                new CallSetup.Identity(
                        id,
                        "chat " + id,
                        "chat",
                        options.agent(),
                        options.from(),
                        "sip:" + options.to() + "@127.0.0.1",
                        CallFacts.of(options.from(), options.to(), List.of(), 0).withVariables(options.variables()),
                        random.nextLong(),
                        wallMs,
                        System.nanoTime()),
                new CallSetup.Engines(
                        agent.recognizer(),
                        agent.dialogue(),
                        agent.synthesizer(),
                        VoiceActivityEngine.none(),
                        agent.actions(),
                        agents),
                CallSetup.Line.of(line, line),
                new CallSetup.Terms(agent.policy(), loaded.config().limits().alerts(), "", null));
    }

    /** Talks until one side hangs up; returns why it ended. */
    EndCause run() {
        long dueNs = System.nanoTime();
        long releaseBy = Long.MAX_VALUE;
        while (screen.ended() == null && System.nanoTime() < releaseBy) {
            take();
            if (hungUp && releaseBy == Long.MAX_VALUE) {
                releaseBy = System.nanoTime() + RELEASE_NS;
            }
            line.hear(silence, System.nanoTime());
            for (int i = 0; i < TICKS_PER_FRAME; i++) {
                lane.tick(dueNs + i * TICK_NS, System.nanoTime());
                LockSupport.parkNanos(TICK_NS / 2);
            }
            while (egress.peek() != null) {
                egress.release();
            }
            dueNs += TICKS_PER_FRAME * TICK_NS;
            LockSupport.parkNanos(dueNs - System.nanoTime());
        }
        return screen.ended() == null ? EndCause.CALLER_HUNG_UP : screen.ended();
    }

    private void take() {
        if (hungUp || !options.interactive() && !screen.free(QUIET_NS)) {
            return;
        }
        ChatInput.Line next = input.poll();
        if (next == null) {
            return;
        }
        String text = next.text().strip();
        if (next.last() || text.equals("/bye")) {
            hungUp = true;
            line.hangUp();
        } else if (next.tooLong()) {
            screen.whole("  (the line is longer than " + ChatInput.MAX_CHARS
                    + " characters and was not said; say it in shorter ones)");
        } else if (text.equals("/digits") || text.startsWith("/digits ")) {
            digits(text.substring("/digits".length()).strip());
        } else if (text.equals("/help")) {
            HELP.forEach(screen::whole);
        } else if (text.startsWith("/")) {
            screen.whole("  '" + text + "' is no command; /help shows those that there are");
        } else if (!text.isEmpty()) {
            screen.said(text, !options.interactive());
            line.publish(LaneEventType.TEXT_INPUT, text);
        }
    }

    private void digits(String keys) {
        if (!keys.matches("[0-9*#A-D]{1,32}")) {
            screen.whole("  '" + keys + "' are no keys; use up to 32 of 0-9, *, # and A-D, such as /digits 123#");
            return;
        }
        screen.said("(keys " + keys + ")", !options.interactive());
        for (char key : keys.toCharArray()) {
            line.admission().publisher().publish(LaneEventType.DIGIT, Token.NONE, key, KEY_MS, null, System.nanoTime());
        }
    }
}
