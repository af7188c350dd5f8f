package io.sidetone.tools.chat;

import io.sidetone.core.background.Background;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The lines that come in, read by a thread of its own. */
final class ChatInput {
    /** Some minutes of speech; what is longer was never said by anybody. */
    static final int MAX_CHARS = 4_000;

    private static final int MAX_LINES = 10_000;

    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>(MAX_LINES);

    /**
     * A line.
     *
     * @param text of it; of a line that is too long its beginning
     * @param tooLong whether it has more than {@link #MAX_CHARS} characters
     * @param last whether it is the end of the input, and no line
     */
    record Line(String text, boolean tooLong, boolean last) {
        private static final Line END = new Line("", false, true);
    }

    /** Begins to read {@code in}. */
    ChatInput(BufferedReader in) {
        Background.start("chat-input", () -> read(in));
    }

    private void read(BufferedReader in) {
        try {
            for (Line line = line(in); line != null; line = line(in)) {
                lines.put(line);
            }
            lines.put(Line.END);
        } catch (IOException broken) {
            lines.offer(Line.END);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the next line, of which no more than {@link #MAX_CHARS} are kept; null at the end. */
    private static Line line(BufferedReader in) throws IOException {
        StringBuilder text = new StringBuilder();
        boolean tooLong = false;
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (text.length() < MAX_CHARS) {
                text.append((char) next);
            } else {
                tooLong |= next != '\r';
            }
        }
        return new Line(text.toString(), tooLong, false);
    }

    /** Returns the next line, or null. */
    Line poll() {
        return lines.poll();
    }
}
