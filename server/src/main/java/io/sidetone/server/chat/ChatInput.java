package io.sidetone.server.chat;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The lines that come in, read by a thread of its own. */
final class ChatInput {
    private static final int MAX_LINES = 10_000;

    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>(MAX_LINES);

    /**
     * A line.
     *
     * @param last whether it is the end of the input, and no line
     */
    record Line(String text, boolean last) {}

    /** Begins to read {@code in}. */
    ChatInput(BufferedReader in) {
        Thread reader = new Thread(() -> read(in), "chat-input");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(BufferedReader in) {
        try {
            for (String text = in.readLine(); text != null; text = in.readLine()) {
                lines.put(new Line(text, false));
            }
            lines.put(new Line("", true));
        } catch (IOException broken) {
            lines.offer(new Line("", true));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the next line, or null. */
    Line poll() {
        return lines.poll();
    }
}
