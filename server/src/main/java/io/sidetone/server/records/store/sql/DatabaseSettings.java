package io.sidetone.server.records.store.sql;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address and account of the database.
 *
 * @param url JDBC URL: {@code jdbc:h2:} or {@code jdbc:postgresql:}
 * @param user who connects, or empty
 * @param password or empty
 */
public record DatabaseSettings(String url, String user, String password) {
    /** A path, with {@code file:} before it or nothing: of other file systems the database alone knows. */
    private static final Pattern FILE = Pattern.compile("(jdbc:h2:(?:file:)?)(?!\\w{2,}:)([^;]+)(.*)");
    /** Suffix that the database adds to the path in its URL. */
    private static final String SUFFIX = ".mv.db";

    /** Returns whether the database is a file of this process. */
    boolean embedded() {
        return url.startsWith("jdbc:h2:");
    }

    /** The file of an embedded database; empty where it has none. */
    Optional<Path> file() {
        Matcher form = FILE.matcher(url);
        // What begins with a tilde is found by the database alone.
        return form.matches() && !form.group(2).startsWith("~")
                ? Optional.of(Path.of(form.group(2) + SUFFIX))
                : Optional.empty();
    }

    /** Returns whether other processes may have the file open at the same time. */
    boolean shared() {
        return url.toUpperCase(Locale.ROOT).contains("AUTO_SERVER=TRUE");
    }

    /** Returns the same database in another file, whose path is that of {@link #file} with {@code addition} before its suffix. */
    DatabaseSettings beside(String addition) {
        Matcher form = FILE.matcher(url);
        if (!form.matches()) {
            throw new IllegalStateException(this + " has no file");
        }
        return new DatabaseSettings(form.group(1) + form.group(2) + addition + form.group(3), user, password);
    }

    @Override
    public String toString() {
        return url.replaceFirst("[?;].*$", "");
    }
}
