package io.sidetone.server.records.delivery;

import io.sidetone.core.disk.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Remembers beside a spool how far it is delivered, so that a restart repeats little. Never forced: a mark that is lost or
 * old only means that more is delivered twice. Reading thread.
 */
public final class DeliveredMark {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,16}) ([0-9]{1,16})\n");

    private final Path file;
    private final Path draft;
    private final Spool spool;
    private SpoolReader reader;
    private SpoolPosition noted = new SpoolPosition(0, 0);

    /** A mark of {@code spool}, whose segments are in {@code folder}. */
    public DeliveredMark(Path folder, Spool spool) {
        this.file = folder.resolve("delivered");
        this.draft = folder.resolve("delivered.new");
        this.spool = spool;
    }

    /** Returns the one reader of the recovered spool, behind what the process before noted. */
    public SpoolReader reader() throws IOException {
        SpoolPosition left = read();
        if (left.compareTo(spool.durable()) < 0) {
            noted = left;
        } else {
            // Segments are gone and their numbers begin anew: the mark means nothing.
            Files.deleteIfExists(file);
        }
        reader = spool.reader(noted);
        return reader;
    }

    private SpoolPosition read() throws IOException {
        try {
            Matcher form = FORM.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            if (form.matches()) {
                return new SpoolPosition(Long.parseLong(form.group(1)), Long.parseLong(form.group(2)));
            }
        } catch (NoSuchFileException none) {
            return noted;
        }
        return noted;
    }

    /** Notes what the reader has confirmed, if that is more than before. */
    public void note() throws IOException {
        SpoolPosition now = reader.confirmed();
        if (now.compareTo(noted) > 0) {
            OwnerOnly.write(draft, now.segment() + " " + now.offset() + "\n");
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            noted = now;
        }
    }

    /** Notes the end and closes the spool; the mark goes first where no segment is left that it could be about. */
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
            if (spool.leavesNothing()) {
                Files.deleteIfExists(file);
            } else {
                note();
            }
        }
        spool.close();
    }
}
