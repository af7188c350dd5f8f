package io.sidetone.server.softphone.page;

import static io.sidetone.server.softphone.page.Waveform.number;

import java.util.Locale;

/** One line of the score: fifteen seconds of both voices, the words, the states and what was measured. */
final class TimelineRow {
    /** Milliseconds on one line. */
    static final double LENGTH_MS = 15_000;

    private static final double WIDTH = 1_200;
    private static final double HEIGHT = 236;
    private static final double AXIS = 14;
    private static final double CALLER_TEXT = 22;
    private static final double TEXT_HEIGHT = 36;
    private static final double CALLER_MIDDLE = 88;
    private static final double HALF = 26;
    private static final double STATES = 120;
    private static final double STATES_HEIGHT = 16;
    private static final double PAUSE_HEIGHT = 4;
    private static final double AGENT_MIDDLE = 168;
    private static final double AGENT_TEXT = 198;
    private static final double COLUMN = 2;
    private static final double PX_PER_MS = WIDTH / LENGTH_MS;
    private static final int SAMPLES_PER_COLUMN = (int) (COLUMN / PX_PER_MS * 8);
    private static final double MIN_TEXT_WIDTH = 70;
    private static final double STATE_LETTER = 6.6;

    private final CallTimeline score;
    private final Waveform caller;
    private final Waveform agent;
    private final double fromMs;
    private final StringBuilder out = new StringBuilder();

    TimelineRow(CallTimeline score, Waveform caller, Waveform agent, double fromMs) {
        this.score = score;
        this.caller = caller;
        this.agent = agent;
        this.fromMs = fromMs;
    }

    String svg() {
        out.append(String.format(
                Locale.ROOT,
                "<svg class=\"stave\" viewBox=\"0 0 %.0f %.0f\" data-from=\"%.1f\" data-to=\"%.1f\" role=\"img\""
                        + " aria-label=\"Second %.0f to %.0f; the table below says the same in words\">%n",
                WIDTH,
                HEIGHT,
                fromMs - score.fromMs(),
                fromMs - score.fromMs() + LENGTH_MS,
                fromMs / 1000,
                (fromMs + LENGTH_MS) / 1000));
        axis();
        gaps();
        waves();
        states();
        pauses();
        words();
        out.append(String.format(
                Locale.ROOT,
                "<line class=\"head\" x1=\"-9\" x2=\"-9\" y1=\"%.0f\" y2=\"%.0f\"/></svg>%n",
                AXIS,
                HEIGHT));
        return out.toString();
    }

    private double x(double ms) {
        return Math.max(0, Math.min(WIDTH, (ms - fromMs) * PX_PER_MS));
    }

    private boolean visible(double beginMs, double endMs) {
        // What has no length stands where it begins.
        return Math.max(endMs, Math.nextUp(beginMs)) > fromMs && beginMs < fromMs + LENGTH_MS;
    }

    private void axis() {
        for (long second = (long) Math.ceil(fromMs / 1000); second * 1000 <= fromMs + LENGTH_MS; second++) {
            if (second * 1000 > score.toMs()) {
                break;
            }
            String x = number(x(second * 1000.0));
            out.append("<line class=\"tick\" x1=\"")
                    .append(x)
                    .append("\" x2=\"")
                    .append(x);
            out.append("\" y1=\"")
                    .append(number(AXIS))
                    .append("\" y2=\"")
                    .append(number(HEIGHT))
                    .append("\"/>");
            out.append("<text class=\"second\" x=\"").append(x).append("\" y=\"10\" dx=\"3\">");
            out.append(second).append(" s</text>\n");
        }
    }

    private void waves() {
        double endX = x(score.toMs());
        for (double middle : new double[] {CALLER_MIDDLE, AGENT_MIDDLE}) {
            out.append(String.format(
                    Locale.ROOT,
                    "<line class=\"zero\" x1=\"0\" x2=\"%.1f\" y1=\"%.0f\" y2=\"%.0f\"/>",
                    endX,
                    middle,
                    middle));
        }
        int from = (int) Math.round((fromMs - score.fromMs()) * 8);
        int columns = (int) (WIDTH / COLUMN);
        wave("caller", caller.path(from, SAMPLES_PER_COLUMN, COLUMN, columns, CALLER_MIDDLE, HALF));
        wave("agent", agent.path(from, SAMPLES_PER_COLUMN, COLUMN, columns, AGENT_MIDDLE, HALF));
    }

    private void wave(String who, String path) {
        out.append("<path class=\"wave ")
                .append(who)
                .append("\" d=\"")
                .append(path)
                .append("\"/>\n");
    }

    private void gaps() {
        for (CallTimeline.Gap gap : score.interruptions()) {
            band("cut", gap, CALLER_MIDDLE - HALF, AGENT_MIDDLE + HALF);
        }
        for (CallTimeline.Gap gap : score.answers()) {
            band("wait", gap, STATES - 4, STATES + STATES_HEIGHT + 4);
        }
    }

    private void band(String kind, CallTimeline.Gap gap, double top, double bottom) {
        if (!visible(gap.fromMs(), gap.toMs())) {
            return;
        }
        double left = x(gap.fromMs());
        double width = Math.max(1.5, x(gap.toMs()) - left);
        out.append(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s %.0f ms</title></rect>",
                kind,
                left,
                top,
                width,
                bottom - top,
                kind.equals("cut") ? "from the caller's onset to the agent's last packet" : "the agent's answer took",
                gap.durationMs()));
        if (gap.fromMs() >= fromMs) {
            boolean cut = kind.equals("cut");
            out.append(String.format(
                    Locale.ROOT,
                    "<text class=\"%s-label\" x=\"%.1f\" y=\"%.1f\" dx=\"3\">%.0f ms</text>%n",
                    kind,
                    cut ? left + width : left,
                    cut ? AGENT_MIDDLE + HALF - 2 : STATES - 6,
                    gap.durationMs()));
        }
    }

    private void states() {
        for (CallTimeline.State state : score.states()) {
            if (!visible(state.fromMs(), state.toMs())) {
                continue;
            }
            double left = x(state.fromMs());
            double width = Math.max(1, x(state.toMs()) - left);
            String name = HtmlText.escape(state.name());
            out.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"state %s\" x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%.0f\"><title>%s, %.0f ms"
                            + "</title></rect>",
                    name.toLowerCase(Locale.ROOT),
                    left,
                    STATES,
                    width,
                    STATES_HEIGHT,
                    name,
                    state.toMs() - state.fromMs()));
            if (width > name.length() * STATE_LETTER + 8) {
                out.append(String.format(
                        Locale.ROOT,
                        "<text class=\"state-name\" x=\"%.1f\" y=\"%.0f\">%s</text>%n",
                        left + 5,
                        STATES + 12,
                        name));
            }
        }
    }

    /** A bar below the states: the agent is silent, but its turn is not over. */
    private void pauses() {
        for (CallTimeline.Pause pause : score.pauses()) {
            if (visible(pause.fromMs(), pause.toMs())) {
                double left = x(pause.fromMs());
                out.append(String.format(
                        Locale.ROOT,
                        "<rect class=\"pause\" x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%.0f\"><title>agent paused for"
                                + " %.0f ms, then %s</title></rect>%n",
                        left,
                        STATES + STATES_HEIGHT,
                        Math.max(2, x(pause.toMs()) - left),
                        PAUSE_HEIGHT,
                        pause.toMs() - pause.fromMs(),
                        HtmlText.escape(pause.end())));
            }
        }
    }

    private void words() {
        for (int i = 0; i < score.speeches().size(); i++) {
            CallTimeline.Speech speech = score.speeches().get(i);
            if (!visible(speech.fromMs(), speech.toMs())) {
                continue;
            }
            boolean caller = speech.who() == CallTimeline.Who.CALLER;
            double left = x(speech.fromMs());
            double right = Math.max(x(nextOf(i)) - 8, left + MIN_TEXT_WIDTH);
            double width = Math.min(right, WIDTH) - left;
            String who = caller ? "caller" : "agent";
            out.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"voice %s\" x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"3\" rx=\"1.5\"/>",
                    who,
                    left,
                    caller ? CALLER_MIDDLE - HALF - 4 : AGENT_MIDDLE + HALF + 1,
                    Math.max(2, x(speech.toMs()) - left)));
            String text = speech.text() + (speech.cut() ? " —" : "");
            String continued = speech.fromMs() < fromMs ? "… " : "";
            out.append(String.format(
                    Locale.ROOT,
                    "<foreignObject x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%.0f\"><p class=\"words %s\""
                            + " title=\"%s\">%s</p></foreignObject>%n",
                    left,
                    caller ? CALLER_TEXT : AGENT_TEXT,
                    Math.max(width, 1),
                    TEXT_HEIGHT,
                    who,
                    HtmlText.escape(text),
                    HtmlText.escape(continued + text)));
        }
    }

    /** Words may run on until the same side speaks again. */
    private double nextOf(int index) {
        CallTimeline.Who who = score.speeches().get(index).who();
        for (int i = index + 1; i < score.speeches().size(); i++) {
            if (score.speeches().get(i).who() == who) {
                return score.speeches().get(i).fromMs();
            }
        }
        return Double.MAX_VALUE;
    }
}
