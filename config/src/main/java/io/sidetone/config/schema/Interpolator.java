package io.sidetone.config.schema;

import io.sidetone.config.value.BadValueException;
import io.sidetone.config.value.NamedPipe;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Replaces {@code ${NAME}}, {@code ${NAME:-default}} and {@code ${file:PATH}} in a scalar; {@code $${} stands for a
 * literal {@code ${}. Works on scalars after the YAML was read, so that what it inserts cannot add keys.
 */
public final class Interpolator {
    private static final int MAX_SECRET_BYTES = 65_536;
    private static final int MAX_DEPTH = 4;

    private final UnaryOperator<String> environment;
    private final Path folder;
    private final Set<Path> files = new LinkedHashSet<>();

    /**
     * Creates an interpolator.
     *
     * @param environment value of a variable, or null
     * @param folder what relative {@code file:} paths start from
     */
    public Interpolator(UnaryOperator<String> environment, Path folder) {
        this.environment = environment;
        this.folder = folder;
    }

    /** Returns {@code text} with every reference replaced. */
    public String apply(String text) throws BadValueException {
        return apply(text, 0);
    }

    /** Returns the files that were read for {@code ${file:PATH}} so far. */
    public List<Path> files() {
        return List.copyOf(files);
    }

    /** Returns whether {@code text} refers to something outside the file. */
    public static boolean refers(String text) {
        int at = text.indexOf("${");
        while (at > 0 && text.charAt(at - 1) == '$') {
            at = text.indexOf("${", at + 2);
        }
        return at >= 0;
    }

    /** Returns {@code text} so that reading it again gives the same text. */
    public static String escape(String text) {
        return text.replace("${", "$${");
    }

    private String apply(String text, int depth) throws BadValueException {
        if (text.indexOf("${") < 0) {
            return text;
        }
        if (depth > MAX_DEPTH) {
            throw new BadValueException("'" + text + "' nests references too deep", "name the variable directly");
        }
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (int at = text.indexOf("${"); at >= 0; at = text.indexOf("${", from)) {
            if (at > from && text.charAt(at - 1) == '$') {
                out.append(text, from, at - 1).append("${");
                from = at + 2;
                continue;
            }
            int end = closing(text, at + 2);
            out.append(text, from, at).append(resolve(text.substring(at + 2, end), depth));
            from = end + 1;
        }
        return out.append(text, from, text.length()).toString();
    }

    private static int closing(String text, int from) throws BadValueException {
        int open = 1;
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) == '}' && --open == 0) {
                return i;
            }
            if (text.startsWith("${", i)) {
                open++;
            }
        }
        throw new BadValueException(
                "'" + text + "' has '${' without '}'", "close it, or write '$${' for the characters");
    }

    private String resolve(String reference, int depth) throws BadValueException {
        if (reference.startsWith("file:")) {
            return file(apply(reference.substring(5), depth + 1));
        }
        int split = reference.indexOf(":-");
        String name = split < 0 ? reference : reference.substring(0, split);
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new BadValueException(
                    "'${" + reference + "}' names no variable", "write ${NAME}, ${NAME:-default} or ${file:PATH}");
        }
        String value = environment.apply(name);
        if (split >= 0) {
            return value == null || value.isEmpty() ? apply(reference.substring(split + 2), depth + 1) : value;
        }
        if (value == null) {
            throw new BadValueException(
                    "environment variable " + name + " is not set", "set it, or write ${" + name + ":-default}");
        }
        return value;
    }

    private String file(String name) throws BadValueException {
        Path path = folder.resolve(name);
        String remedy = "create it readable for the user that runs the server, or name another file";
        if (NamedPipe.at(path)) {
            throw new BadValueException("file " + path + " " + NamedPipe.PROBLEM, NamedPipe.REMEDY);
        }
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MAX_SECRET_BYTES + 1);
            if (bytes.length > MAX_SECRET_BYTES) {
                throw new BadValueException(
                        "file " + path + " is larger than 64 KiB", "name the file of the secret alone");
            }
            files.add(path.toAbsolutePath().normalize());
            return new String(bytes, StandardCharsets.UTF_8).stripTrailing();
        } catch (IOException e) {
            throw new BadValueException("file " + path + " cannot be read", remedy);
        }
    }
}
