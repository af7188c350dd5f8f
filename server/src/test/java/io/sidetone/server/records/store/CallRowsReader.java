package io.sidetone.server.records.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Rows of a query as lines, columns separated by a bar. */
public final class CallRowsReader {
    private CallRowsReader() {}

    /** What opens a connection. */
    public interface Source {
        Connection connect() throws SQLException;
    }

    /** The rows that {@code query} finds. */
    public static List<String> rows(Source source, String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = source.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(rows.getString(i));
                }
                found.add(String.join("|", row));
            }
        }
        return found;
    }

    /** How many rows there are; -1 while the database or the table is not there. */
    public static int count(Source source, String table) {
        try {
            return Integer.parseInt(
                    rows(source, "SELECT COUNT(*) FROM " + table).get(0));
        } catch (SQLException notYet) {
            return -1;
        }
    }
}
