package io.sidetone.config.yaml;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads one YAML document as a stream: aliases are refused rather than expanded, so that a small file cannot grow into a
 * large tree, and depth, nodes and text lengths are bounded.
 */
public final class YamlReader {
    /** Deepest nesting. */
    public static final int MAX_DEPTH = 16;
    /** Most nodes of one document. */
    public static final int MAX_NODES = 20_000;
    /** Longest scalar or key, in characters. */
    public static final int MAX_TEXT = 65_536;

    private static final YAMLFactory FACTORY = YAMLFactory.builder().build();

    private final YAMLParser parser;
    private final String source;
    private final Problems problems;
    private int nodes;

    private YamlReader(YAMLParser parser, String source, Problems problems) {
        this.parser = parser;
        this.source = source;
        this.problems = problems;
    }

    /**
     * Reads {@code text}. An empty document is an empty mapping. Duplicate keys are noted in {@code problems}, the first
     * one counts.
     *
     * @throws ConfigException when the text is no YAML, or beyond the limits
     */
    public static YamlNode.Mapping read(String text, String source, Problems problems) throws ConfigException {
        try (YAMLParser parser = FACTORY.createParser(text)) {
            return new YamlReader(parser, source, problems).document();
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
            throw new ConfigException(
                    source, source, place(line, column) + "is not YAML: " + what(e), remedy(text, line));
        } catch (IOException | YAMLException | NumberFormatException e) {
            throw new ConfigException(source, source, "is not YAML: " + firstLine(e.getMessage()), REMEDY);
        }
    }

    private static final String REMEDY = "mend the line; config/reference.yaml shows every key in place";

    private static final String QUOTE = "within { } and [ ] write quotes around what holds a reference: \"${NAME}\"";

    /** Returns what the parser found, then what it was doing. */
    private static String what(JsonProcessingException e) {
        if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblem() != null) {
            String context = marked.getContext() == null ? "" : " " + marked.getContext();
            return firstLine(marked.getProblem() + context);
        }
        return firstLine(e.getOriginalMessage()).replaceFirst(", got this instead: <.*", "");
    }

    /** References have braces too, which would end the surrounding map. */
    private static String remedy(String text, int line) {
        String near = text.lines().skip(Math.max(0, line - 2)).limit(2).collect(Collectors.joining("\n"));
        return near.matches("(?s).*[{\\[][^\"'\n]*\\$\\{.*") ? QUOTE : REMEDY;
    }

    private static String place(int line, int column) {
        return line > 0 ? "line " + line + ", column " + column + ": " : "";
    }

    private static String firstLine(String message) {
        String text = message == null ? "unreadable" : message.strip();
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end).strip();
    }

    private YamlNode.Mapping document() throws IOException, ConfigException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            return new YamlNode.Mapping(Map.of(), 1);
        }
        if (first != JsonToken.START_OBJECT) {
            if (first == JsonToken.VALUE_NULL
                    || first.isScalarValue() && parser.getText().isBlank()) {
                return new YamlNode.Mapping(Map.of(), 1);
            }
            throw refusal("does not begin with a key", "begin with a section such as 'sip:'");
        }
        YamlNode.Mapping root = mapping("", 1);
        if (parser.nextToken() != null) {
            throw refusal("holds more than one document", "remove everything from the second '---' on");
        }
        return root;
    }

    private YamlNode.Mapping mapping(String path, int depth) throws IOException, ConfigException {
        int line = line();
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            checkText(name);
            int nameLine = line();
            String at = path.isEmpty() ? name : path + "." + name;
            parser.nextToken();
            YamlNode value = node(at, depth);
            if (entries.putIfAbsent(name, value) != null) {
                problems.add(
                        at,
                        "is given twice (lines " + entries.get(name).line() + " and " + nameLine + ")",
                        "keep one of them");
            }
        }
        return new YamlNode.Mapping(entries, line);
    }

    private YamlNode node(String path, int depth) throws IOException, ConfigException {
        if (++nodes > MAX_NODES) {
            throw refusal("holds more than " + MAX_NODES + " values", "split it, or remove what is not needed");
        }
        if (depth > MAX_DEPTH) {
            throw refusal(
                    "is nested deeper than " + MAX_DEPTH + " levels", "no key lies that deep: mend the indentation");
        }
        if (parser.isCurrentAlias()) {
            throw refusal("uses an alias ('*" + parser.getText() + "')", "write the value out where it is needed");
        }
        if (parser.getTypeId() != null) {
            throw refusal("uses the tag '" + parser.getTypeId() + "'", "remove the tag: the key decides the type");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(path, depth + 1);
            case START_ARRAY -> sequence(path, depth + 1);
            case VALUE_NULL -> new YamlNode.Scalar("", line(), true);
            default -> {
                checkText(parser.getText());
                boolean plain = parser.currentToken() != JsonToken.VALUE_STRING;
                yield new YamlNode.Scalar(parser.getText(), line(), plain);
            }
        };
    }

    private YamlNode.Sequence sequence(String path, int depth) throws IOException, ConfigException {
        int line = line();
        List<YamlNode> items = new ArrayList<>();
        for (JsonToken next = parser.nextToken();
                next != null && next != JsonToken.END_ARRAY;
                next = parser.nextToken()) {
            items.add(node(path + "[" + items.size() + "]", depth));
        }
        return new YamlNode.Sequence(items, line);
    }

    private void checkText(String text) throws ConfigException {
        if (text.length() > MAX_TEXT) {
            throw refusal(
                    "holds a text longer than " + MAX_TEXT + " characters", "shorten it, or keep it in its own file");
        }
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    private ConfigException refusal(String problem, String remedy) {
        return new ConfigException(source, source, "line " + line() + ": " + problem, remedy);
    }
}
