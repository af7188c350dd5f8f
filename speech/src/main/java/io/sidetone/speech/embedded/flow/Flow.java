package io.sidetone.speech.embedded.flow;

import io.sidetone.core.dialogue.ClauseSplitter;
import io.sidetone.core.port.ListenHint;
import io.sidetone.speech.embedded.sphinx.GrammarSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A directed dialogue, read and checked. Immutable.
 *
 * @param name of the flow
 * @param source its file, for errors
 * @param start first state
 * @param greeting first sentence
 * @param goodbye last sentence
 * @param giveUp said before the goodbye when the caller was not understood, or was silent, too often
 * @param timeUp said before the goodbye when the longest call is reached
 * @param digitsOnly said when speech cannot be recognized
 * @param states by name
 * @param lists by name
 * @param numbers what callers key, by the name it is stored under
 * @param pronunciations phones of words that the dictionary lacks
 * @param wordPaths where each word first occurs in the file
 */
public record Flow(
        String name,
        String source,
        String start,
        String greeting,
        String goodbye,
        String giveUp,
        String timeUp,
        String digitsOnly,
        Map<String, FlowState> states,
        Map<String, ValueList> lists,
        Map<String, KeyedNumber> numbers,
        Map<String, String> pronunciations,
        Map<String, String> wordPaths) {

    /** Returns what callers may say: a grammar per state, the start state's first. */
    public GrammarSet grammars() {
        Map<String, String> jsgf = new LinkedHashMap<>();
        jsgf.put(grammarName(start), states.get(start).jsgf("g"));
        states.forEach((name, state) -> {
            if (state.speakable()) {
                jsgf.putIfAbsent(grammarName(name), state.jsgf("g"));
            }
        });
        Map<String, String> origins = new LinkedHashMap<>();
        wordPaths.forEach((word, path) -> origins.put(word, source + ": " + path));
        Map<String, GrammarSet.Judge> judges = new LinkedHashMap<>();
        states.forEach((name, state) -> judges.put(grammarName(name), state::end));
        return new GrammarSet(jsgf, origins, pronunciations, judges);
    }

    /** Returns the name of the recognizer's grammar for {@code state}. */
    public String grammarName(String state) {
        return name + "/" + state;
    }

    /** Returns what may be kept of what callers say and key in {@code state}. */
    ListenHint.Secrecy secrecy(FlowState state) {
        if (state.secret()) {
            return ListenHint.Secrecy.SECRET;
        }
        for (Intent intent : state.intents()) {
            ActionRequest action = intent.action();
            if (action != null
                    && (secretFollows(action.done().next())
                            || secretFollows(action.failed().next()))) {
                return ListenHint.Secrecy.AHEAD;
            }
        }
        return ListenHint.Secrecy.NONE;
    }

    /** Returns whether a secret may be asked for in {@code first}, or where it goes on when its question is answered already. */
    private boolean secretFollows(String first) {
        String name = first;
        for (int hops = 0; hops <= states.size() && states.containsKey(name); hops++) {
            if (states.get(name).secret()) {
                return true;
            }
            name = states.get(name).then();
        }
        return false;
    }

    /** Returns the clauses without variables, those of the greeting first: they can be synthesized in advance. */
    public List<String> fixedClauses() {
        Set<String> clauses = new LinkedHashSet<>();
        FlowState first = states.get(start);
        addClauses(clauses, greeting);
        addClauses(clauses, first.prompt());
        for (FlowState state : states.values()) {
            addClauses(clauses, state.prompt());
            addClauses(clauses, state.again());
            addClauses(clauses, state.keysPrompt());
            state.noMatch().forEach(text -> addClauses(clauses, text));
            state.noInput().forEach(text -> addClauses(clauses, text));
            for (Intent intent : state.intents()) {
                addClauses(clauses, intent.outcome().answer());
                if (intent.action() != null) {
                    addClauses(clauses, intent.action().done().answer());
                    addClauses(clauses, intent.action().failed().answer());
                }
            }
        }
        addClauses(clauses, giveUp);
        addClauses(clauses, goodbye);
        addClauses(clauses, timeUp);
        addClauses(clauses, digitsOnly);
        return new ArrayList<>(clauses);
    }

    private static void addClauses(Set<String> clauses, String template) {
        ClauseSplitter splitter = new ClauseSplitter();
        splitter.add(template);
        for (String clause = splitter.rest(); clause != null; clause = splitter.rest()) {
            if (clause.indexOf('{') < 0) {
                clauses.add(clause);
            }
        }
    }
}
