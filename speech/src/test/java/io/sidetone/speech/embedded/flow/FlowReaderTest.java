package io.sidetone.speech.embedded.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.speech.embedded.parts.SpeechSetupException;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FlowReaderTest {
    private static final String SMALL =
            """
            flow: small
            start: ask
            greeting: Hello.
            states:
              ask:
                prompt: Yes or no?
                keys: Press 1 for yes.
                hear:
                  yes: {say: "yes [please]", key: "1", end: true}
            """;

    @Test
    void shouldReadASmallFlowWithDefaults() {
        Flow flow = FlowReader.read("small.yaml", SMALL);
        assertThat(flow.name()).isEqualTo("small");
        assertThat(flow.goodbye()).isEqualTo("Goodbye.");
        assertThat(flow.states().get("ask").noMatch()).hasSize(2);
        assertThat(flow.grammars().jsgfByName()).containsOnlyKeys("small/ask");
        assertThat(flow.grammars().jsgfByName().get("small/ask"))
                .isEqualTo("#JSGF V1.0;\ngrammar g;\npublic <said> = yes [please];\n");
        assertThat(flow.grammars().originByWord())
                .containsEntry("yes", "small.yaml: states.ask.hear.yes.say")
                .containsEntry("please", "small.yaml: states.ask.hear.yes.say");
        assertThat(flow.fixedClauses()).startsWith("Hello.", "Yes or no?", "Press 1 for yes.");
    }

    @Test
    void shouldListEveryProblemWithPathAndRemedy() {
        String yaml =
                """
                flow: Bad
                strat: menu
                start: manu
                greeting: Hello {nobody}.
                phrases:
                  lead: "[a"
                lists:
                  day:
                    monday: {say: mon-day, key: "#"}
                    tuesday: tuesday
                everywhere:
                  back: {key: "9"}
                  again: {say: again, repeat: true, next: menu}
                states:
                  menu:
                    prompt: "{daay}?"
                    keys: Press 1.
                    asks: dya
                    color: red
                    hear:
                      hours:
                        say: [opening hours, "opening 24"]
                        key: "1"
                        next: mneu
                      other:
                        say: opening hours
                        key: "1"
                        forget: dy
                      mute:
                        answer: I am mute.
                      act:
                        say: "[please]"
                        action: Do It
                        with: {day: "{dey}"}
                        done: {answer: ok}
                  island:
                    prompt: Nobody comes here.
                    keys: None.
                    everywhere: [bcak]
                """;
        assertThat(problems(yaml))
                .containsExactlyInAnyOrder(
                        "strat: is not a key here; did you mean \"start\"?",
                        "start: there is no state \"manu\"; did you mean \"menu\"?",
                        "greeting: nothing is known as {nobody}; use the name of a list, or remove it",
                        "phrases.lead: \"]\" is missing in \"[a\"; add it",
                        "lists.day.monday.key: \"#\" cannot be keyed; use one to four digits or *, # ends an input early",
                        "lists.day.monday.say: \"mon-\" in \"mon-day\" is no word; use letters and apostrophes, numbers"
                                + " in words, a space between words",
                        "everywhere.again: repeat and end stand alone; remove the other, next and action",
                        "states.menu.prompt: nothing is known as {daay}; did you mean \"day\"?",
                        "states.menu.asks: there is no list \"dya\"; did you mean \"day\"?",
                        "states.menu.then: is missing; name the state to go to when dya is known",
                        "states.menu.color: is not a key here; use one of hear, everywhere, prompt, again, keys, asks,"
                                + " then, no-match, no-input",
                        "states.menu.hear.hours.say[1]: \"2\" cannot be said in \"opening 24\"; write words of letters"
                                + " and apostrophes, numbers in words",
                        "states.menu.hear.hours.next: there is no state \"mneu\"; did you mean \"menu\"?",
                        "states.menu.hear.other.say: the same phrase stands under hours; remove one of them",
                        "states.menu.hear.other.key: 1 is the key of states.menu.hear.hours too; give each its own",
                        "states.menu.hear.other.forget: there is no list \"dy\"; did you mean \"day\"?",
                        "states.menu.hear.mute: can neither be said nor keyed; give it say or key",
                        "states.menu.hear.act.say: \"[please]\" can be said by saying nothing; leave a word outside the"
                                + " brackets",
                        "states.menu.hear.act.action: \"Do It\" is no action name; use lower-case letters, digits and _",
                        "states.menu.hear.act.failed: is missing; say what follows when the action was not carried out",
                        "states.menu.hear.act.with.day: nothing is known as {dey}; did you mean \"day\"?",
                        "states.island.everywhere: there is no \"bcak\" everywhere; did you mean \"back\"?",
                        "states.island.hear: nothing can be said here; write at least one say");
    }

    @Test
    void shouldFindStatesThatNothingLeadsTo() {
        assertThat(
                        problems(
                                SMALL
                                        + """
                  lost:
                    prompt: Here?
                    keys: None.
                    hear:
                      yes: {say: yes, next: ask}
                """))
                .containsExactly(
                        "states.lost: nothing leads here; name it as next or then of another state, or remove it");
    }

    @Test
    void shouldSayWhereAFileIsNoYaml() {
        assertThat(problems("flow: a\n  start: [b\n").get(0))
                .startsWith("line ")
                .contains("is not YAML");
        assertThat(problems("flow: a\nflow: b\n").get(0)).contains("line 2").contains("Duplicate field 'flow'");
        assertThat(problems("- a\n- b\n").get(0)).startsWith(": is not a mapping");
        assertThat(problems("")).anyMatch(p -> p.startsWith("flow: is missing"));
    }

    @Test
    void shouldRefuseAFileThatIsTooLarge() {
        byte[] large = new byte[600 * 1024];
        assertThatThrownBy(() -> FlowReader.read("large.yaml", new ByteArrayInputStream(large)))
                .hasMessage("large.yaml: is larger than 512 kB; a flow of that size is several flows");
    }

    @Test
    void shouldAnswerAnyDamageWithProblemsNotErrors() {
        long seed = 4_711;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int damaged = 0;
        for (int i = 0; i < 1_000; i++) {
            StringBuilder text = new StringBuilder(SMALL);
            for (int j = random.nextInt(4); j >= 0; j--) {
                int at = random.nextInt(text.length());
                if (random.nextBoolean()) {
                    text.setCharAt(at, (char) (10 + random.nextInt(110)));
                } else {
                    text.delete(at, Math.min(text.length(), at + random.nextInt(20)));
                }
            }
            try {
                FlowReader.read("damaged.yaml", text.toString());
            } catch (SpeechSetupException e) {
                damaged++;
                assertThat(e.problems()).isNotEmpty().allMatch(p -> p.startsWith("damaged.yaml: "));
            }
        }
        assertThat(damaged).isGreaterThan(300);
    }

    private static List<String> problems(String yaml) {
        SpeechSetupException e =
                catchThrowableOfType(SpeechSetupException.class, () -> FlowReader.read("bad.yaml", yaml));
        return e.problems().stream()
                .map(p -> p.substring("bad.yaml: ".length()))
                .toList();
    }
}
