package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransitions;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnPhase;
import io.sidetone.core.turn.TurnSignal;
import io.sidetone.core.turn.TurnTransitions;
import io.sidetone.core.turn.TurnTrigger;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/turn-taking.md says of the floor and of policies must be so. */
class TurnTakingPageTest {
    private static final Pattern NUMBER = Pattern.compile("`([a-z][a-zA-Z]*(?:Ms|After|Words|Prompts))`");
    private static final Pattern SHIPPED = Pattern.compile("`([a-z][a-zA-Z]*Ms)`[^`().]*\\((\\d+) ms\\)");

    private final List<String> lines =
            Product.lines(Product.root().resolve("docs").resolve("turn-taking.md"));
    private final String text = String.join("\n", lines);

    @Test
    void shouldShowEveryStateWithItsNames() {
        List<String> states = Arrays.stream(FloorState.values())
                .map(state -> Stream.of(
                                state.name(), state.awaits(), state.vip(), state.ite(), state.vela(), state.vantum())
                        .map(name -> Objects.requireNonNullElse(name, "–"))
                        .collect(Collectors.joining(" | ", "| ", " |")))
                .toList();
        assertThat(lines).containsSubsequence(states);
    }

    @Test
    void shouldShowEveryTransition() {
        Set<String> shown = new TreeSet<>();
        for (String line : lines) {
            if (!line.startsWith("| VIP-T")) {
                continue;
            }
            String[] cells = line.split("\\|");
            for (String from : states(cells[2].strip())) {
                for (String trigger : cells[3].strip().split(", ")) {
                    shown.add(cells[1].strip() + " " + from + " " + trigger + " " + cells[4].strip());
                }
            }
        }
        Set<String> real = new TreeSet<>();
        for (FloorState from : FloorState.values()) {
            for (FloorTrigger trigger : FloorTrigger.values()) {
                FloorTransitions.Rule rule = FloorTransitions.rule(from, trigger);
                if (rule != null && rule.to() != from) {
                    real.add(rule.id() + " " + from + " " + trigger.wireName() + " " + rule.to());
                }
            }
        }
        assertThat(shown).isEqualTo(real);
    }

    private static List<String> states(String cell) {
        return cell.equals("any live state")
                ? Arrays.stream(FloorState.values())
                        .filter(FloorState::live)
                        .map(FloorState::name)
                        .toList()
                : List.of(cell.split(", "));
    }

    @Test
    void shouldShowEveryRuleOfTheTurn() {
        Set<String> shown = new TreeSet<>();
        int first = lines.indexOf("## The turn");
        for (String line : lines.subList(first, lines.indexOf("## Interrupting the agent"))) {
            String[] cells = line.split(" *\\| *");
            if (cells.length < 5 || cells[1].equals("trigger") || cells[1].startsWith("---")) {
                continue;
            }
            for (String trigger : cells[1].split(", ")) {
                for (String phase : phases(cells[2])) {
                    String to = cells[3].equals("unchanged") ? phase : cells[3];
                    if (!to.equals(phase) || !cells[4].equals("–")) {
                        shown.add(trigger + " " + phase + " " + to + " " + cells[4]);
                    }
                }
            }
        }
        Set<String> real = new TreeSet<>();
        for (TurnPhase phase : TurnPhase.values()) {
            for (TurnTrigger trigger : TurnTrigger.values()) {
                TurnTransitions.Rule rule = TurnTransitions.rule(phase, trigger);
                if (rule != null && (rule.to() != phase || rule.signal() != TurnSignal.NONE)) {
                    String signal = rule.signal() == TurnSignal.NONE
                            ? "–"
                            : rule.signal().name();
                    real.add(trigger.wireName() + " " + phase + " " + rule.to() + " " + signal);
                }
            }
        }
        assertThat(shown).isEqualTo(real);
    }

    private static List<String> phases(String cell) {
        return cell.equals("any")
                ? Arrays.stream(TurnPhase.values()).map(TurnPhase::name).toList()
                : List.of(cell.split(", "));
    }

    @Test
    void shouldNameOnlyKeysThatExistWithTheValuesThatShip() {
        Set<String> keys =
                Arrays.stream(PolicyNumber.values()).map(PolicyNumber::key).collect(Collectors.toSet());
        assertThat(NUMBER.matcher(text).results().map(match -> match.group(1)).toList())
                .isNotEmpty()
                .isSubsetOf(keys);
        List<MatchResult> shipped = SHIPPED.matcher(text).results().toList();
        assertThat(shipped).hasSizeGreaterThan(3).allSatisfy(match -> assertThat(shipped("default", match.group(1)))
                .as(match.group(1))
                .isEqualTo(match.group(2)));
    }

    @Test
    void shouldShowWhatTheProfilesDifferIn() {
        for (PolicyNumber number : PolicyNumber.values()) {
            if (shipped("default", number.key()).equals(shipped("assertive", number.key()))) {
                continue;
            }
            String row = lines.stream()
                    .filter(line -> line.startsWith("| `") && line.contains("`" + number.key() + "`"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("the table of profiles lacks " + number.key()));
            String[] cells = row.split("\\|");
            int place =
                    Arrays.asList(cells[1].replace("`", "").strip().split(", ")).indexOf(number.key());
            assertThat(cells[2].strip().split(", ")[place]).isEqualTo(shipped("default", number.key()));
            assertThat(cells[3].strip().split(", ")[place]).isEqualTo(shipped("assertive", number.key()));
        }
    }

    private static String shipped(String profile, String key) {
        PolicyNumber number = Arrays.stream(PolicyNumber.values())
                .filter(candidate -> candidate.key().equals(key))
                .findFirst()
                .orElseThrow();
        return Integer.toString(PolicyProfiles.of(profile).number(number));
    }
}
