package io.sidetone.tools.chat;

import io.sidetone.config.problem.Printable;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.Caption;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.port.action.ActionResult;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.NanoClock;

/** Prints a conversation as it happens, with times since the caller's last line. The thread that steps the lane, and threads of actions. */
final class ChatScreen implements CallObserver {
    private static final double NS_PER_S = 1e9;
    private static final int MAX_VALUES = 400;

    private final PrintWriter out;
    private final NanoClock clock;
    private final Map<String, Long> askedNs = new HashMap<>();
    private FloorState state = FloorState.NOT_CONNECTED;
    private EndCause ended;
    private long saidNs;
    private long firstNs;
    private long changedNs;
    private long shownToken;
    private int shownChars;
    private int open;
    private boolean inLine;

    ChatScreen(PrintWriter out, NanoClock clock) {
        this.out = out;
        this.clock = clock;
        this.saidNs = clock.nanoTime();
        this.changedNs = saidNs;
    }

    /** The caller has sent a line; {@code echo} shows it where it was not typed here. */
    synchronized void said(String line, boolean echo) {
        if (echo) {
            whole("you: " + line);
        }
        saidNs = clock.nanoTime();
        changed();
    }

    /** Prints a line of its own. */
    synchronized void whole(String line) {
        if (inLine) {
            out.println();
            inLine = false;
        }
        out.println(printable(line));
        out.flush();
    }

    /** Escapes what models and servers say: it cannot move the cursor, or begin a line of its own. */
    private static String printable(String text) {
        StringBuilder shown = new StringBuilder(text);
        Printable.escape(shown, 0);
        return shown.toString();
    }

    private void changed() {
        changedNs = clock.nanoTime();
    }

    /** Returns whether nobody speaks or acts, and nothing has happened for {@code quietNs}. */
    synchronized boolean free(long quietNs) {
        return state == FloorState.IDLE && open == 0 && clock.nanoTime() - changedNs >= quietNs;
    }

    /** Returns why the conversation ended, or null. */
    synchronized EndCause ended() {
        return ended;
    }

    @Override
    public synchronized void on(CallRecord call, CallEvent event) {
        if (event instanceof FloorTransition moved) {
            state = moved.to();
            changed();
        } else if (event instanceof Granted) {
            open = 1;
            firstNs = 0;
            changed();
        } else if (event instanceof Dropped) {
            open = 0;
            changed();
        } else if (event instanceof ResponseText) {
            if (firstNs == 0) {
                firstNs = clock.nanoTime();
            }
            changed();
        } else if (event instanceof Caption captioned) {
            caption(call, captioned);
        } else if (event instanceof ResponseDone done) {
            if (done.interrupted()) {
                whole("  (interrupted; heard: " + done.heard() + ")");
            } else if (inLine) {
                whole(String.format(
                        Locale.ROOT,
                        "  (first word after %.2f s, spoken after %.2f s)",
                        (firstNs - saidNs) / NS_PER_S,
                        (clock.nanoTime() - saidNs) / NS_PER_S));
            }
            open = 0;
            changed();
        } else if (event instanceof Acting acting) {
            ActionCall action = acting.action();
            askedNs.put(action.invocationId(), clock.nanoTime());
            whole("  [" + action.action() + " " + shown(action.parameters()) + "]");
            changed();
        } else if (event instanceof Acted acted) {
            ActionOutcome outcome = acted.outcome();
            Long asked = askedNs.remove(outcome.invocationId());
            String took = asked == null
                    ? ""
                    : String.format(Locale.ROOT, " after %.2f s", (clock.nanoTime() - asked) / NS_PER_S);
            whole("  [" + outcome.action() + " -> " + outcome.code() + took + "]");
            changed();
        } else if (event instanceof Ended) {
            ended = call.endCause();
        }
    }

    /** Words appear when they would have been heard. */
    private void caption(CallRecord call, Caption caption) {
        if (caption.token() != shownToken) {
            shownToken = caption.token();
            shownChars = 0;
        }
        if (caption.heardChars() <= shownChars) {
            return;
        }
        String words = caption.text().substring(shownChars, caption.heardChars());
        shownChars = caption.heardChars();
        if (!inLine) {
            out.print(call.agent() + ": ");
            words = words.stripLeading();
            inLine = true;
        }
        out.print(printable(words));
        out.flush();
        changed();
    }

    /** An action brought {@code result}. */
    synchronized void brought(ActionCall action, ActionResult result) {
        if (!result.values().isEmpty()) {
            whole("  [" + action.action() + " brought " + shown(result.values()) + "]");
        }
    }

    private static String shown(Map<String, Object> values) {
        String text = new TreeMap<>(values).toString();
        return text.length() > MAX_VALUES ? text.substring(0, MAX_VALUES) + "…" : text;
    }
}
