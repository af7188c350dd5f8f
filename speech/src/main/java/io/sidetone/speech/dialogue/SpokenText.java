package io.sidetone.speech.dialogue;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes from a model's text what must not be spoken: reasoning, calls of actions written as text, marks of Markdown
 * and HTML, addresses of links, rules of tables, emoji. A mark may be split over pieces, so only what may become a mark
 * is held back. One answer, one thread.
 */
public final class SpokenText {
    private static final int WAIT = 0;
    private static final int RETRY = -1;
    private static final int NO_MARK = -2;
    private static final int MAX_TAG = 64;
    private static final int MAX_LINK = 2_000;
    private static final int MAX_CALL = 4_000;
    private static final int MAX_ENTITY = 9;
    private static final Pattern ENTITY = Pattern.compile("&(#?\\w{2,6})(;?)");
    private static final Map<String, Character> ENTITIES =
            Map.of("amp", '&', "lt", '<', "gt", '>', "quot", '"', "apos", '\'', "nbsp", ' ');
    private static final Pattern ATTRIBUTE = Pattern.compile("</?[A-Za-z][\\w:.-]*\\s+[A-Za-z][\\w:.-]*=");
    private static final String OPENING = "<[\u25C1\u3010";
    private static final String CLOSING = ">]\u25B7\u3011";
    private static final String RULE = "-=_*~:| \t";
    private static final String BULLETS = "-*\u2022+>#";
    private static final String ESCAPED = "\\`*_{}[]()#+-.!|~>";
    private static final Pattern CALLED = Pattern.compile(
            "\"(?:name|function|tool|tool_name|action|recipient_name)\"\\s*:\\s*\"(?:\\w+\\.)?([\\w-]+)\"");
    private static final Pattern PREFIX = Pattern.compile("^(functions?|tools?|default_api)\\.");
    private static final Set<String> PREFIXES = Set.of("function", "functions", "tool", "tools", "default_api");

    private final Set<String> actions;
    private final AtomicBoolean unmarked;
    private final StringBuilder in = new StringBuilder();
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder header = new StringBuilder();
    private Hidden hidden = Hidden.NOTHING;
    private boolean started;
    private boolean called;
    private boolean lineStart = true;
    private boolean skipBlank;
    private boolean behindEmoji;
    private char before = '\n';

    private enum Hidden {
        NOTHING,
        REASONING,
        CALL,
        /** The name of a speaker: {@code <|start|>assistant}. */
        HEADER,
        /** The name of a channel: {@code <|channel|>analysis}. */
        CHANNEL
    }

    /**
     * Begins an answer.
     *
     * @param actions names of the actions whose calls are not spoken; calls with {@code functions.} before them, or as
     *     JSON with parameters, need no known name
     * @param unmarked whether the engine's reasoning is known to end with a tag but to begin without one; set when that
     *     is seen, and then all text waits for that tag
     */
    public SpokenText(Set<String> actions, AtomicBoolean unmarked) {
        this.actions = actions;
        this.unmarked = unmarked;
    }

    /** Returns the text that can be spoken of {@code piece} and of what was held back; may be empty. */
    public String add(String piece) {
        in.append(piece);
        return run(false);
    }

    /** Ends the answer: returns the text that was held back and is not a mark. */
    public String end() {
        return run(true);
    }

    /** Returns whether a call of an action was written as text. */
    public boolean called() {
        return called;
    }

    private String run(boolean last) {
        out.setLength(0);
        int at = 0;
        while (at < in.length()) {
            int taken = step(at, last);
            if (taken == WAIT) {
                break;
            }
            at += Math.max(0, taken);
        }
        in.delete(0, at);
        return out.toString();
    }

    /** Takes what is at {@code at}: returns how many characters, {@link #WAIT}, or {@link #RETRY} after a change. */
    private int step(int at, boolean last) {
        char c = in.charAt(at);
        int taken = started ? NO_MARK : beginning(at, last);
        if (taken == NO_MARK && OPENING.indexOf(c) >= 0) {
            taken = bracket(at, last);
        }
        if (taken == NO_MARK && hidden != Hidden.NOTHING) {
            if (hidden == Hidden.CHANNEL) {
                header.append(c);
            }
            hidden = hidden == Hidden.HEADER && c == '\n' ? Hidden.NOTHING : hidden;
            return 1;
        }
        if (taken == NO_MARK && !Character.isLetterOrDigit(before) && before != '_') {
            taken = c == 'h' || c == 'w' ? address(at, last) : NO_MARK;
            taken = taken == NO_MARK ? call(at, last) : taken;
        }
        if (taken == NO_MARK && lineStart) {
            taken = line(at, last);
        }
        return taken == NO_MARK ? within(at, last) : taken;
    }

    /** Returns where the characters of {@code some} end that begin at {@code at}. */
    private int span(int at, String some) {
        int end = at;
        while (end < in.length() && some.indexOf(in.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }

    private boolean more(int at, boolean last, int most) {
        return !last && in.length() - at < most;
    }

    private int drop(int length) {
        skipBlank = true;
        return length;
    }

    private void put(char c) {
        boolean skipped = skipBlank && Character.isWhitespace(c) && Character.isWhitespace(before);
        skipBlank &= Character.isWhitespace(c);
        if (!skipped) {
            out.append(c);
            before = c;
        }
        lineStart = c == '\n' || skipped && lineStart;
        behindEmoji = false;
    }

    // ---- reasoning and calls ----------------------------------------------------------------------------------------

    /** Text that begins as reasoning does, or all text of an engine that is known for it, waits for the end tag. */
    private int beginning(int at, boolean last) {
        String text = in.substring(at).stripLeading();
        if (text.isEmpty()) {
            return last ? NO_MARK : WAIT;
        }
        boolean tagged = OPENING.indexOf(text.charAt(0)) >= 0;
        if (!tagged && (unmarked.get() || Unspoken.begins(text))) {
            for (int i = at; i < in.length(); i++) {
                int end = OPENING.indexOf(in.charAt(i)) < 0 ? -1 : endOfTag(i, MAX_TAG);
                if (end > 0 && ends(i, end)) {
                    unmarked.set(true);
                    started = true;
                    return drop(end + 1 - at);
                }
            }
            started = last;
            return last ? NO_MARK : WAIT;
        }
        if (!tagged && !last && Unspoken.mayBegin(text)) {
            return WAIT;
        }
        started = true;
        return NO_MARK;
    }

    private boolean ends(int from, int end) {
        String inner = in.substring(from + 1, end);
        return closes(inner) && Unspoken.tag(inner, in.charAt(from)) == Unspoken.Tag.REASONING;
    }

    private static boolean closes(String inner) {
        return inner.matches("[|\uFF5C]?(/|end_).*|.*[_\u2581]end[|\uFF5C]?");
    }

    /** Returns where the bracket at {@code at} closes, or -1. */
    private int endOfTag(int at, int most) {
        char open = in.charAt(at);
        char close = CLOSING.charAt(OPENING.indexOf(open));
        for (int i = at + 1; i < in.length() && i - at < most; i++) {
            char c = in.charAt(i);
            if (c == close) {
                return i;
            }
            if (c == '\n' || c == '<') {
                return -1;
            }
        }
        return -1;
    }

    private int bracket(int at, boolean last) {
        char open = in.charAt(at);
        if (at + 1 == in.length()) {
            return last ? NO_MARK : WAIT;
        }
        char next = in.charAt(at + 1);
        if (open == '<' && !Character.isLetter(next) && "/|\uFF5C".indexOf(next) < 0) {
            return NO_MARK;
        }
        int most = open == '['
                        || next == 'h'
                        || ATTRIBUTE.matcher(in).region(at, in.length()).lookingAt()
                ? MAX_LINK
                : MAX_TAG;
        int end = endOfTag(at, most);
        if (end < 0) {
            boolean over = in.indexOf("\n", at) > 0 || in.indexOf("<", at + 1) > 0;
            return !over && more(at, last, hidden == Hidden.NOTHING ? most : MAX_TAG) ? WAIT : NO_MARK;
        }
        String inner = in.substring(at + 1, end);
        int length = end + 1 - at;
        Unspoken.Tag tag = Unspoken.tag(inner, open);
        boolean possible = open == '[' && tag == Unspoken.Tag.NONE && (lineStart || hidden != Hidden.NOTHING);
        if (possible && Unspoken.reasons(inner)) {
            if (end + 1 == in.length() && !last) {
                return WAIT;
            }
            tag = in.indexOf("(", end) == end + 1 ? tag : Unspoken.Tag.REASONING;
        }
        switch (tag) {
            case REASONING -> reasoning(closes(inner));
            case CALL -> {
                if (hidden != Hidden.REASONING) {
                    called = true;
                    hidden = closes(inner) ? Hidden.NOTHING : Hidden.CALL;
                }
            }
            case SPECIAL -> special(inner.replaceAll("[^A-Za-z_]", ""));
            case MARKUP -> {
                if (hidden == Hidden.NOTHING && inner.matches("(?i)/?(br|hr|p|li|tr|div|h\\d)\\b.*")) {
                    put(' ');
                }
                return length;
            }
            default -> {
                return hidden != Hidden.NOTHING ? NO_MARK : link(at, end, last);
            }
        }
        return drop(length);
    }

    private void reasoning(boolean closes) {
        if (!closes) {
            hidden = Hidden.REASONING;
        } else if (hidden == Hidden.NOTHING) {
            unmarked.set(true);
        } else {
            hidden = Hidden.NOTHING;
        }
    }

    private void special(String name) {
        if (name.equals("channel")) {
            header.setLength(0);
            hidden = Hidden.CHANNEL;
        } else if (name.equals("message") && hidden == Hidden.CHANNEL) {
            String channel = header.toString();
            called |= channel.contains("functions.");
            hidden = channel.strip().startsWith("final") ? Hidden.NOTHING : Hidden.REASONING;
        } else if (name.endsWith("start") || name.startsWith("start_")) {
            hidden = Hidden.HEADER;
        } else if (hidden != Hidden.CALL) {
            hidden = Hidden.NOTHING;
        }
    }

    private int call(int at, boolean last) {
        char c = in.charAt(at);
        if (c == '{' || c == '[' && at + 1 < in.length() && in.charAt(at + 1) == '{') {
            return json(at, last);
        }
        int end = at;
        while (end < in.length() && partOfName(in.charAt(end))) {
            end++;
        }
        String word = in.substring(at, end);
        if (end == in.length() && !last && end > at && mayBeName(word)) {
            return WAIT;
        }
        String name = PREFIX.matcher(word).replaceFirst("");
        if (!actions.contains(name) && (name.equals(word) || name.isEmpty())) {
            return NO_MARK;
        }
        int from = span(end, " :=\n\t`");
        if (from == in.length()) {
            return more(end, last, MAX_TAG) ? WAIT : NO_MARK;
        }
        boolean direct = in.charAt(from) == '(' && (from == end || in.indexOf("({", from) == from);
        return direct || in.charAt(from) == '{' ? block(at, from, last) : NO_MARK;
    }

    private static boolean partOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
    }

    private boolean mayBeName(String word) {
        String rest = PREFIX.matcher(word).replaceFirst("");
        return actions.stream().anyMatch(name -> name.startsWith(rest))
                || PREFIXES.stream().anyMatch(prefix -> prefix.startsWith(word));
    }

    /** Drops from {@code at} to the end of the bracket at {@code from}. */
    private int block(int at, int from, boolean last) {
        int end = balanced(from);
        if (end < 0 && more(at, last, MAX_CALL)) {
            return WAIT;
        }
        called = true;
        return drop((end < 0 ? in.length() : end + 1) - at);
    }

    private int json(int at, boolean last) {
        int end = balanced(at);
        if (end < 0 && more(at, last, MAX_CALL)) {
            return WAIT;
        }
        int length = (end < 0 ? in.length() : end + 1) - at;
        String text = in.substring(at, at + length);
        boolean parameters = text.matches("(?s).*\"(arguments|parameters)\"\\s*:.*");
        if (CALLED.matcher(text).results().anyMatch(found -> parameters || actions.contains(found.group(1)))) {
            called = true;
            return drop(length);
        }
        text.chars().forEach(each -> put((char) each));
        return length;
    }

    private int balanced(int from) {
        int depth = 0;
        boolean quoted = false;
        for (int i = from; i < in.length(); i++) {
            char c = in.charAt(i);
            if (quoted) {
                i += c == '\\' ? 1 : 0;
                quoted = c != '"';
            } else if (c == '"') {
                quoted = true;
            } else if ("({[".indexOf(c) >= 0) {
                depth++;
            } else if (")}]".indexOf(c) >= 0 && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    // ---- links ------------------------------------------------------------------------------------------------------

    private int link(int at, int end, boolean last) {
        String inner = in.substring(at + 1, end);
        if (in.charAt(at) == '<') {
            return inner.startsWith("http") ? unwrap(at, end, end + 1) : NO_MARK;
        }
        if (in.charAt(at) != '[') {
            return drop(end + 1 - at);
        }
        if (end + 1 == in.length() && !last) {
            return WAIT;
        }
        char behind = end + 1 < in.length() ? in.charAt(end + 1) : ' ';
        if (behind == '(' || behind == '[') {
            int close = in.indexOf(behind == '(' ? ")" : "]", end + 1);
            if (close < 0) {
                return more(at, last, MAX_LINK) ? WAIT : NO_MARK;
            }
            return unwrap(at, end, close + 1);
        }
        return inner.matches("\\^?\\d{1,3}|\\^\\w+|[ xX]") ? drop(end + 1 - at) : NO_MARK;
    }

    private int unwrap(int at, int end, int behind) {
        in.delete(end, behind).deleteCharAt(at);
        return RETRY;
    }

    /** Of a bare address only the host is spoken. */
    private int address(int at, boolean last) {
        int known = 0;
        for (String scheme : new String[] {"https://", "http://", "www."}) {
            String there = in.substring(at, Math.min(in.length(), at + scheme.length()));
            if (there.equals(scheme)) {
                known = scheme.length();
            } else if (!last && scheme.startsWith(there)) {
                return WAIT;
            }
        }
        if (known == 0) {
            return NO_MARK;
        }
        int end = at + known;
        while (end < in.length() && !Character.isWhitespace(in.charAt(end)) && in.charAt(end) != '|') {
            end++;
        }
        if (end == in.length() && more(at, last, MAX_LINK)) {
            return WAIT;
        }
        while (".,;:!?)\"'*_]".indexOf(in.charAt(end - 1)) >= 0) {
            end--;
        }
        in.substring(at, end)
                .replaceFirst("^(\\w+://)?(www\\.)?", "")
                .replaceFirst("[/?#].*$", "")
                .chars()
                .forEach(each -> put((char) each));
        return end - at;
    }

    // ---- lines and marks --------------------------------------------------------------------------------------------

    private int line(int at, boolean last) {
        char c = in.charAt(at);
        if (c == ' ' || c == '\t') {
            put(c);
            lineStart = true;
            return 1;
        }
        if (c == '|' || in.indexOf("```", at) == at) {
            return row(at, c == '|', last);
        }
        int end = span(at, RULE);
        if (end > at && (end == in.length() || in.charAt(end) == '\n')) {
            return end == in.length() && more(at, last, MAX_TAG) ? WAIT : end - at;
        }
        int run = BULLETS.indexOf(c) < 0 ? at : span(at, String.valueOf(c));
        if (run == in.length()) {
            return last ? run - at : WAIT;
        }
        if (run > at && run - at <= 6 && in.charAt(run) == ' ') {
            return run + 1 - at;
        }
        if (c == '`' && more(at, last, 3)) {
            return WAIT;
        }
        lineStart = false;
        return NO_MARK;
    }

    /** A row of a table, or the fence of a block of code. */
    private int row(int at, boolean table, boolean last) {
        int end = in.indexOf("\n", at);
        if (end < 0 && more(at, last, MAX_LINK)) {
            return WAIT;
        }
        end = end < 0 ? in.length() : end;
        String row = in.substring(at, end);
        if (!table) {
            return row.indexOf('`', 3) > 0 ? 3 : end - at;
        }
        if (row.matches("[\\s|:+-]+")) {
            return end - at;
        }
        String cells = row.replaceAll("^\\s*\\||\\|\\s*$", "").strip().replaceAll("\\s*\\|\\s*", ", ");
        in.replace(at, end, cells);
        lineStart = false;
        return RETRY;
    }

    private int within(int at, boolean last) {
        char c = in.charAt(at);
        if (Character.isHighSurrogate(c) && at + 1 == in.length()) {
            return last ? 1 : WAIT;
        }
        int point = Character.codePointAt(in, at);
        if (emoji(point)) {
            behindEmoji = true;
            skipBlank |= Character.isWhitespace(before);
            return Character.charCount(point);
        }
        if (c == '&') {
            return entity(at, last);
        }
        boolean wait = at + 1 == in.length() && !last;
        char next = at + 1 < in.length() ? in.charAt(at + 1) : '\n';
        boolean blank = Character.isWhitespace(before);
        boolean digit = Character.isDigit(before);
        boolean word = Character.isLetterOrDigit(before);
        boolean star = c == '*' && (blank && before != '\n' || digit);
        if (wait && (star || c == '_' && word || c == '!' && blank || c == '~' || c == '\\')) {
            return WAIT;
        }
        if (c == '~' && next == '~') {
            return 2;
        }
        if (c == '\\' && ESCAPED.indexOf(next) >= 0 || Character.isHighSurrogate(c)) {
            if (c != '\\') {
                put(c);
            }
            put(next);
            return 2;
        }
        boolean mark =
                switch (c) {
                    case '`' -> true;
                    case '*' -> !star || !(digit ? Character.isDigit(next) : Character.isWhitespace(next));
                    case '_' -> !word || !Character.isLetterOrDigit(next);
                    case '!' -> blank && next == '[';
                    default -> false;
                };
        if (!mark) {
            put(c == '|' ? ',' : c);
        }
        return 1;
    }

    private int entity(int at, boolean last) {
        Matcher entity = ENTITY.matcher(in).region(at, in.length());
        boolean whole = entity.lookingAt() && !entity.group(2).isEmpty();
        if (!whole && entity.hitEnd() && more(at, last, MAX_ENTITY)) {
            return WAIT;
        }
        String name = whole ? entity.group(1) : "";
        int code = name.matches("#\\d{2,5}") ? Integer.parseInt(name.substring(1)) : 0;
        char meant = ENTITIES.getOrDefault(name, (char) code);
        put(meant == 0 ? '&' : meant);
        return meant == 0 ? 1 : name.length() + 2;
    }

    private boolean emoji(int point) {
        return point >= 0x1F000 && point <= 0x1FAFF
                || point >= 0x2300 && point <= 0x23FF
                || point >= 0x25A0 && point <= 0x27BF
                || point >= 0x2B00 && point <= 0x2BFF
                || point >= 0xE0020 && point <= 0xE007F
                || point >= 0xFE00 && point <= 0xFE0F
                || point == 0x20E3
                || point == 0x2022
                || point == 0x200D && behindEmoji;
    }
}
