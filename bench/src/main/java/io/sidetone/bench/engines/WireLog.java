package io.sidetone.bench.engines;

import io.sidetone.speech.loopback.Watch;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Builds turns from the messages on the connections of services. Called on their event loops, with the messages of one
 * connection in order.
 */
final class WireLog {
    /** Finds a turn's number in a message: it follows one of these words. */
    static final Pattern NUMBER = Pattern.compile("(?:Answer|about|of) (1[0-9]{5})");

    /** The end of the first clause of an answer. */
    static final String CLAUSE_END = "here. ";

    private final Map<Integer, WireTurn> turns = new ConcurrentHashMap<>();
    private final Map<Object, Line> lines = new ConcurrentHashMap<>();

    /** A connection. */
    private static final class Line {
        volatile long openedNs;
        volatile long finalNs;
        volatile WireTurn turn;
    }

    /** Lines to which finals of a turn are reported. */
    private final Map<Integer, Line> stt = new ConcurrentHashMap<>();

    WireTurn turn(int id) {
        return turns.computeIfAbsent(id, WireTurn::new);
    }

    /** Every turn so far. */
    Collection<WireTurn> turns() {
        return turns.values();
    }

    private Line line(Object connection) {
        return lines.computeIfAbsent(connection, key -> new Line());
    }

    /** Returns the number in {@code text}, the last if there are more; 0 for none. */
    static int number(String text) {
        Matcher matcher = NUMBER.matcher(text);
        int number = 0;
        while (matcher.find()) {
            number = Integer.parseInt(matcher.group(1));
        }
        return number;
    }

    private static String text(Object message) {
        return message instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : (String) message;
    }

    /** Receives the messages of services in both directions; each kind reads its own. */
    private abstract class Listener implements Watch {
        final String name;

        Listener(String name) {
            this.name = name;
        }

        @Override
        public void opened(Object connection, long atNs) {
            line(connection).openedNs = atNs;
        }

        @Override
        public void gone(Object connection, long atNs) {
            lines.remove(connection);
        }
    }

    /** Returns the listener of the recognizer {@code name}; a final contains {@code mark}. */
    Watch recognizer(String name, String mark) {
        return new Listener(name) {
            @Override
            public void went(Object connection, String path, Object message, long atNs) {
                String text = text(message);
                Line line = line(connection);
                int id = number(text);
                if (id > 0) {
                    turn(id).recognizer = name;
                    stt.put(id, line);
                }
                if (text.contains(mark)) {
                    line.finalNs = atNs;
                }
            }
        };
    }

    /** Returns the listener of the model {@code name}. */
    Watch llm(String name) {
        return new Listener(name) {
            @Override
            public void came(Object connection, String path, Object message, long atNs) {
                int id = number(text(message));
                WireTurn turn = id == 0 ? null : turn(id);
                line(connection).turn = turn;
                Line recognizer = stt.get(id);
                if (turn != null && turn.requestNs == 0) {
                    turn.llm = name;
                    turn.requestNs = atNs;
                    turn.finalNs = recognizer == null ? 0 : recognizer.finalNs;
                    turn.modelDialled = line(connection).openedNs > turn.finalNs;
                }
            }

            @Override
            public void went(Object connection, String path, Object message, long atNs) {
                WireTurn turn = line(connection).turn;
                if (turn == null || message instanceof String) {
                    return;
                }
                turn.modelSent.add(atNs, ((byte[]) message).length);
                if (turn.clauseNs == 0 && text(message).contains(CLAUSE_END)) {
                    turn.clauseNs = atNs;
                }
            }
        };
    }

    /**
     * Returns the listener of the voice {@code name}.
     *
     * @param audio beginning of text messages with audio, for voices that send no binary audio; empty for one answer
     *     per request, which is cancelled by closing the connection
     * @param cancel text in a message that stops the voice
     */
    Watch voice(String name, String audio, String cancel) {
        return new Listener(name) {
            @Override
            public void came(Object connection, String path, Object message, long atNs) {
                String text = text(message);
                Line line = line(connection);
                int id = number(text);
                if (id > 0) {
                    line.turn = turn(id);
                    if (line.turn.clauseReadNs == 0) {
                        line.turn.voice = name;
                        line.turn.voiceDialled = line.openedNs > line.turn.clauseNs;
                        line.turn.clauseReadNs = atNs;
                    }
                } else if (line.turn != null && text.contains(cancel)) {
                    line.turn.cancelNs = atNs;
                }
            }

            @Override
            public void went(Object connection, String path, Object message, long atNs) {
                Line line = line(connection);
                WireTurn turn = line.turn;
                if (message.equals("")) {
                    line.turn = null;
                    return;
                }
                boolean sound = message instanceof byte[] || ((String) message).startsWith(audio);
                if (turn != null && sound) {
                    if (turn.audioNs == 0) {
                        turn.audioNs = atNs;
                    }
                    turn.voiceSent.add(
                            atNs, message instanceof byte[] bytes ? bytes.length : ((String) message).length());
                }
            }

            @Override
            public void gone(Object connection, long atNs) {
                Line line = lines.remove(connection);
                if (line != null && line.turn != null && audio.isEmpty()) {
                    line.turn.cancelNs = atNs;
                }
            }
        };
    }

    /** Returns the listener of the realtime model {@code name}. */
    Watch realtime(String name) {
        return new Listener(name) {
            @Override
            public void came(Object connection, String path, Object message, long atNs) {
                WireTurn turn = line(connection).turn;
                if (turn != null && ((String) message).contains("\"response.cancel\"")) {
                    turn.cancelNs = atNs;
                }
            }

            @Override
            public void went(Object connection, String path, Object message, long atNs) {
                String text = (String) message;
                Line line = line(connection);
                if (text.startsWith("{\"type\":\"response.output_audio_transcript.delta\"")) {
                    int id = number(text);
                    if (id > 0 && (line.turn == null || line.turn.id != id)) {
                        line.turn = turn(id);
                        line.turn.voice = name;
                    }
                } else if (line.turn != null && text.startsWith("{\"type\":\"response.output_audio.delta\"")) {
                    if (line.turn.audioNs == 0) {
                        line.turn.audioNs = atNs;
                    }
                    line.turn.voiceSent.add(atNs, text.length());
                }
            }
        };
    }
}
