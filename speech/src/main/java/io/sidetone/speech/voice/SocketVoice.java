package io.sidetone.speech.voice;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.EngineSocket;
import io.sidetone.speech.net.Failures;
import io.sidetone.speech.net.SocketListener;
import io.sidetone.speech.net.SocketRequest;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The half of a driver that keeps one WebSocket connection per session: opened with the call, opened again without a word
 * when a service closed it because it was idle, and replaced when the service hangs. The session's loop only.
 */
public abstract class SocketVoice implements VoiceDriver, SocketListener {
    /** Messages in a row that make no sense, before the service is given up. */
    private static final int MAX_GARBAGE = 3;

    /** Connections without any audio, before the session is given up. */
    private static final int MAX_REDIALS = 3;

    private static final int REDIAL_MS = 250;

    private final EngineNet net;
    private final String service;
    private final String key;
    private final VoiceSession session;
    private EngineSocket socket;
    private EngineFailure hungWith;
    private boolean dialling;
    private boolean everOpen;
    private int garbage;
    private int redials;

    /**
     * Creates the driver of one session.
     *
     * @param key never shown, even if the service quotes it
     */
    protected SocketVoice(EngineNet net, String service, String key, VoiceSession session) {
        this.net = net;
        this.service = service;
        this.key = key;
        this.session = session;
    }

    /** What connection is wanted. */
    protected abstract SocketRequest request();

    /** A message; counted as garbage if it cannot be read. */
    protected abstract void message(byte[] message) throws IOException;

    /** The connection is gone, and all that was asked for over it. */
    protected abstract void forget();

    /** A connection is open, before anything is asked over it. */
    protected void connected() {}

    /** The session. */
    protected final VoiceSession session() {
        return session;
    }

    /** The open connection, or null. */
    protected final EngineSocket socket() {
        return socket;
    }

    @Override
    public final void open() {
        if (!session.closing()) {
            dial();
        }
    }

    private void dial() {
        dialling = true;
        net.connect(session.loop(), request(), this);
    }

    @Override
    public final void opened(EngineSocket opened) {
        dialling = false;
        if (session.closing()) {
            opened.abort();
            return;
        }
        socket = opened;
        everOpen = true;
        connected();
        session.opened();
    }

    @Override
    public final void text(ByteBuf text) {
        if (socket == null) {
            return;
        }
        byte[] message = ByteBufUtil.getBytes(text);
        try {
            message(message);
            garbage = 0;
        } catch (IOException | IllegalArgumentException unreadable) {
            garbage("messages that are not JSON");
        }
    }

    @Override
    public final void binary(ByteBuf message) {
        garbage("binary messages where only text is due");
    }

    private void garbage(String what) {
        session.meter().unexpected.increment();
        if (++garbage >= MAX_GARBAGE && socket != null) {
            fail(Failures.broken(service, "sends " + what));
        }
    }

    /** The connection is of no use: ends it and the session. */
    private void fail(EngineFailure failure) {
        EngineSocket broken = socket;
        socket = null;
        session.lost(failure);
        if (broken != null) {
            broken.abort();
        }
    }

    /** Audio came: the service works. */
    protected final void alive() {
        redials = 0;
    }

    /** What is under way fails and the connection is replaced. */
    @Override
    public final void hung(SpokenClause clause, EngineFailure failure) {
        if (socket == null) {
            fail(failure);
        } else {
            hungWith = failure;
            socket.abort();
        }
    }

    /** Nothing is under way, but the connection is of no more use. */
    protected final void replace() {
        if (socket != null) {
            hungWith = new EngineFailure("timeout", "engine " + service + " does not end what was cancelled", true);
            socket.abort();
        }
    }

    @Override
    public final void closed(int code, EngineFailure failure) {
        dialling = false;
        boolean wasOpen = socket != null;
        socket = null;
        forget();
        if (session.closing()) {
            session.released();
            return;
        }
        EngineFailure hang = hungWith;
        hungWith = null;
        if (hang != null) {
            for (SpokenClause clause : session.underWay()) {
                session.failed(clause, hang);
            }
            redial(hang);
        } else if (wasOpen && session.underWay().isEmpty()) {
            redial(failure);
        } else {
            session.lost(masked(failure));
        }
    }

    /** At once for the first time: services end a connection that had nothing to do. */
    private void redial(EngineFailure why) {
        redials++;
        if (!everOpen || redials > MAX_REDIALS) {
            session.lost(masked(why));
        } else if (redials == 1) {
            dial();
        } else {
            dialling = true;
            session.loop()
                    .schedule(
                            () -> {
                                if (session.closing()) {
                                    dialling = false;
                                } else {
                                    dial();
                                }
                            },
                            (long) REDIAL_MS << redials,
                            TimeUnit.MILLISECONDS);
        }
    }

    private EngineFailure masked(EngineFailure failure) {
        return failure == null ? Failures.closed(service, 0, "") : failure.withMessage(mask(failure.message()));
    }

    private String mask(String words) {
        return key.length() < 6 ? words : words.replace(key, "***");
    }

    /** Returns the failure a service reports within a connection: by status if it gives one. */
    protected final EngineFailure reported(int status, String words) {
        return status >= 400
                ? Failures.status(service, status, EmptyHttpHeaders.INSTANCE, mask(words))
                : masked(Failures.broken(service, "reports: " + words));
    }

    @Override
    public void reading(boolean on) {
        if (socket != null) {
            socket.reading(on);
        }
    }

    @Override
    public void close() {
        forget();
        if (socket != null) {
            socket.close();
        } else {
            // One that is still being dialled is ended as soon as it opens.
            session.released();
        }
    }
}
