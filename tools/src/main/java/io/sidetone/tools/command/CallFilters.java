package io.sidetone.tools.command;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Options that choose calls. Each is a parameter of {@code GET /api/calls}, most of the same name. */
final class CallFilters {
    private static final String AGE = "DURATION|TIME";
    private static final String DURATION = "[0-9]{1,6}[smhd]";
    private static final List<Filter> ALL = List.of(
            new Filter("state", "live|ended|refused", "In this state; otherwise in all."),
            new Filter("since", AGE, "Begun within a duration (2h, 3d), or from a time on (2026-04-01T10:00:00Z)."),
            new Filter("until", AGE, "Begun before then."),
            new Filter("agent", "NAME", "Of this agent."),
            new Filter("trunk", "NAME", "Of this trunk."),
            new Filter("direction", "in|out", "That came in, or that went out."),
            new Filter("caller", "NUMBER", "From a number that begins so."),
            new Filter("called", "NUMBER", "To a number that begins so."),
            new Filter("cause", "CAUSE", "Ended by this cause, such as CALLER_HUNG_UP."),
            new Filter("text", "WORDS", "With these words in what was said, or in its ids or reason."),
            new Filter("min-duration", "DURATION", "At least so long: 90s, 5m."));

    /**
     * One option.
     *
     * @param name without its hyphens
     * @param label placeholder of its value, or the values that it may have
     * @param help for people
     */
    private record Filter(String name, String label, String help) {
        /** Returns what is sent for {@code text}: an age as the moment so long ago, a duration in seconds; null for what is no value. */
        private String value(String text, Clock clock) {
            return switch (label) {
                case AGE ->
                    text.matches(DURATION)
                            ? clock.instant().minus(duration(text)).toString()
                            : text;
                case "DURATION" ->
                    text.matches(DURATION) ? Long.toString(duration(text).toSeconds()) : null;
                default -> label.indexOf('|') < 0 || text.matches(label) ? text : null;
            };
        }

        private static Duration duration(String text) {
            return Duration.parse((text.endsWith("d") ? "P" : "PT") + text);
        }

        private String parameter() {
            return name.equals("since") ? "from" : name.equals("until") ? "to" : name;
        }
    }

    private CallFilters() {}

    /** Returns {@code command} with these options. */
    static CommandSpec added(CommandSpec command) {
        ALL.forEach(filter -> command.addOption(OptionSpec.builder("--" + filter.name())
                .paramLabel(filter.label())
                .type(String.class)
                .description(filter.help())
                .build()));
        return command;
    }

    /**
     * Returns what is asked for {@code given}: parameters with their values, each with an ampersand before it.
     *
     * @throws ParameterException naming the option, its value and what it may be
     */
    static String query(ParseResult given, Clock clock) {
        StringBuilder query = new StringBuilder();
        for (Filter filter : ALL) {
            String text = given.matchedOptionValue("--" + filter.name(), (String) null);
            String value = text == null ? "" : filter.value(text, clock);
            if (value == null) {
                throw new ParameterException(
                        given.commandSpec().commandLine(),
                        "--" + filter.name() + " '" + text + "' is not known; write "
                                + filter.label().replace("|", " or ").replace("DURATION", "30s, 5m, 2h or 3d"));
            }
            query.append(value.isEmpty() ? "" : parameter(filter.parameter(), value));
        }
        return query.toString();
    }

    /** Returns a parameter as it is written in an address. */
    static String parameter(String name, String value) {
        return "&" + name + "="
                + URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
