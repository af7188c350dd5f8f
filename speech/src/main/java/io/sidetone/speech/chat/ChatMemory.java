package io.sidetone.speech.chat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallTemplate;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The content of requests: the history as the caller heard it, and between its turns the actions, which the history
 * does not contain. Bounded. Its session's loop only.
 */
final class ChatMemory {
    static final String INTERRUPTED = "[interrupted by the caller]";
    private static final String CONNECTED = "[The call is connected.]";
    private static final String GO_ON = "[Go on.]";
    private static final int ROUNDS_KEPT = 64;

    private final ChatSettings settings;
    private final CallTexts texts;
    private final CallTexts.Subject call;
    private final CallTemplate prompt;
    private final Deque<ToolRound> rounds = new ArrayDeque<>();
    private final Set<Long> keyed = new HashSet<>();
    private History.Snapshot history = new History.Snapshot(List.of());
    private String view = "";
    private String instructions = "";
    private long saidToken;
    private String said = "";
    private Before before;

    /** The state before an attempt that may be dropped. */
    private record Before(long attempt, History.Snapshot history, long saidToken, String said) {}

    /**
     * Creates an empty memory.
     *
     * @param texts what the agent's texts say of a call
     * @param call the call
     */
    ChatMemory(ChatSettings settings, CallTexts texts, CallTexts.Subject call) {
        this.settings = settings;
        this.texts = texts;
        this.call = call;
        this.prompt = CallTemplate.of(settings.prompt());
    }

    void view(String text) {
        view = text == null ? "" : text.strip();
    }

    void instructions(String text) {
        instructions = text == null ? "" : text.strip();
    }

    /** Begins an attempt: turn {@code token} is requested, and may be dropped later. */
    void attempt(long token) {
        before = new Before(token, history, saidToken, said);
    }

    /** Confirms turn {@code token}: it counts like any other. */
    void keep(long token) {
        if (before != null && before.attempt() == token) {
            before = null;
        }
    }

    /** Drops turn {@code token}: removes both its input and its answer. */
    void forget(long token) {
        if (before != null && before.attempt() == token) {
            history = before.history();
            saidToken = before.saidToken();
            said = before.said();
            rounds.removeIf(round -> round.token == token);
            before = null;
        }
    }

    /** Takes the present history of the call. */
    void history(History.Snapshot snapshot, boolean digits) {
        history = snapshot;
        List<History.Entry> entries = snapshot.entries();
        if (digits && !entries.isEmpty()) {
            keyed.add(entries.get(entries.size() - 1).token());
        }
        if (keyed.size() > ROUNDS_KEPT) {
            Set<Long> there = new HashSet<>();
            entries.forEach(entry -> there.add(entry.token()));
            keyed.retainAll(there);
        }
    }

    /** Adds {@code text}, which the agent says in turn {@code token}; it is kept until the history contains it. */
    void said(long token, String text) {
        saidToken = token;
        said = text;
    }

    /** Shortens the turn to {@code text}, the part that the caller heard. */
    void heard(long token, String text) {
        if (token == saidToken) {
            said = text.isBlank() ? INTERRUPTED : text + " " + INTERRUPTED;
        }
    }

    void add(ToolRound round) {
        rounds.addLast(round);
        if (rounds.size() > ROUNDS_KEPT) {
            rounds.removeFirst();
        }
    }

    /** Takes a result; returns its round, or null for an unknown action. */
    ToolRound result(ActionResult result) {
        for (ToolRound round : rounds) {
            if (round.result(result)) {
                return round;
            }
        }
        return null;
    }

    /** Returns the result of {@code call} as a result of the same call earlier in turn {@code turn}; null without one. */
    ActionResult resultOf(long turn, ActionCall call) {
        return rounds.stream()
                .filter(round -> round.token == turn)
                .map(round -> round.resultOf(call))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns whether all actions of turn {@code turn} that have a result succeeded. */
    boolean succeeded(long turn) {
        return rounds.stream().filter(round -> round.token == turn).allMatch(ToolRound::succeeded);
    }

    /** Returns the round that still waits for the action, or null. */
    ToolRound waiting(String invocationId) {
        for (ToolRound round : rounds) {
            if (round.waits(invocationId)) {
                return round;
            }
        }
        return null;
    }

    /**
     * Returns the messages of a request.
     *
     * @param note note of the telephone system, for a turn that the caller did not ask for; otherwise empty
     * @param hint what the model is told last; usually empty
     */
    List<ChatMessage> messages(long turn, String note, String hint) {
        Building building = new Building();
        Set<Long> agentTokens = new HashSet<>();
        for (History.Entry entry : history.entries()) {
            if (entry.role() == History.Role.ASSISTANT) {
                agentTokens.add(entry.token());
            }
        }
        boolean toldSince = !note.isEmpty() && saidToken != turn && !said.isBlank() && !agentTokens.contains(saidToken);
        Deque<ToolRound> due = new ArrayDeque<>(rounds);
        for (History.Entry entry : history.entries()) {
            boolean agent = entry.role() == History.Role.ASSISTANT;
            while (!due.isEmpty()
                    && (due.peekFirst().token < entry.token() || agent && due.peekFirst().token == entry.token())) {
                building.round(due.removeFirst(), agentTokens);
            }
            building.entry(entry);
        }
        if (toldSince) {
            agentTokens.add(saidToken);
        }
        while (!due.isEmpty() && due.peekFirst().token != turn) {
            building.round(due.removeFirst(), agentTokens);
        }
        if (toldSince && saidToken > lastToken()) {
            building.agent(said);
        }
        if (!note.isEmpty()) {
            building.user(note);
        }
        due.forEach(round -> building.round(round, agentTokens));
        building.user(hint);
        return building.done();
    }

    /** Returns the edits that the request of turn {@code turn} needs beyond its messages. */
    RequestEdits edits(long turn) {
        RequestEdits edits = new RequestEdits(settings.provider());
        rounds.forEach(round -> round.returned(edits, round.token == turn));
        return edits;
    }

    private long lastToken() {
        List<History.Entry> entries = history.entries();
        return entries.isEmpty() ? 0 : entries.get(entries.size() - 1).token();
    }

    /** Returns what the caller has keyed in so far, as far as the history goes back. */
    private String digits() {
        StringBuilder digits = new StringBuilder();
        for (History.Entry entry : history.entries()) {
            if (entry.role() == History.Role.USER && keyed.contains(entry.token())) {
                digits.append(entry.text());
            }
        }
        return digits.toString();
    }

    private String system(List<String> notices) {
        List<String> parts = new ArrayList<>();
        parts.add(texts.prompt(prompt, call, digits()));
        parts.add(settings.conventions());
        parts.add(instructions);
        parts.add(texts.told().block(call.facts()));
        parts.addAll(notices);
        if (!view.isEmpty()) {
            parts.add("What the caller sees now:\n" + view);
        }
        parts.removeIf(String::isBlank);
        return String.join("\n\n", parts);
    }

    /**
     * Builds messages in the order that every service accepts: the caller first and last, and the two sides in turn.
     */
    private final class Building {
        private final List<ChatMessage> messages = new ArrayList<>();
        private final List<String> notices = new ArrayList<>();

        void entry(History.Entry entry) {
            switch (entry.role()) {
                case SYSTEM -> notices.add(entry.text());
                case USER ->
                    user(
                            keyed.contains(entry.token())
                                    ? "[The caller pressed these keys on the telephone: "
                                            + String.join(" ", entry.text().split("")) + "]"
                                    : entry.text());
                default ->
                    agent(
                            !entry.interrupted()
                                    ? entry.text()
                                    : entry.text().isBlank() ? INTERRUPTED : entry.text() + " " + INTERRUPTED);
            }
        }

        void user(String text) {
            if (text.isBlank()) {
                return;
            }
            int last = messages.size() - 1;
            if (last >= 0 && messages.get(last) instanceof UserMessage before) {
                messages.set(last, UserMessage.from(before.singleText() + "\n" + text));
            } else {
                messages.add(UserMessage.from(text));
            }
        }

        void agent(String text) {
            if (text.isBlank()) {
                return;
            }
            int last = messages.size() - 1;
            if (last >= 0 && messages.get(last) instanceof AiMessage before && !before.hasToolExecutionRequests()) {
                messages.set(last, AiMessage.from(before.text() + "\n" + text));
            } else {
                begin();
                messages.add(AiMessage.from(text));
            }
        }

        void round(ToolRound round, Set<Long> known) {
            begin();
            round.messages(!known.contains(round.token), messages);
        }

        private void begin() {
            if (messages.isEmpty()) {
                messages.add(UserMessage.from(CONNECTED));
            }
        }

        List<ChatMessage> done() {
            boolean open = messages.isEmpty()
                    || messages.get(messages.size() - 1) instanceof AiMessage last && !last.hasToolExecutionRequests();
            if (open) {
                messages.add(UserMessage.from(messages.isEmpty() ? CONNECTED : GO_ON));
            }
            String system = system(notices);
            if (!system.isEmpty()) {
                messages.add(0, SystemMessage.from(system));
            }
            return messages;
        }
    }
}
