package io.sidetone.server.store.sql;

/**
 * How to reach the database.
 *
 * @param url JDBC URL: {@code jdbc:h2:} or {@code jdbc:postgresql:}
 * @param user who connects, or empty
 * @param password or empty
 */
public record DatabaseSettings(String url, String user, String password) {
    /** Whether the database is a file of this process. */
    boolean embedded() {
        return url.startsWith("jdbc:h2:");
    }

    @Override
    public String toString() {
        return url.replaceFirst("[?;].*$", "");
    }
}
