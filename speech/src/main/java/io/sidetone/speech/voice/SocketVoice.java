package io.sidetone.speech.voice;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.EngineSocket;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.net.SocketListener;
import io.sidetone.speech.net.SocketRequest;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The base of drivers with one WebSocket connection per session. The connection opens with the call. It is opened
 * again, without a failure, when the service closed it because it was idle, and it is replaced when the service hangs.
 * The session's loop only.
 */
public abstract class SocketVoice implements VoiceDriver, SocketListener {
    /** The most incomprehensible messages in a row before the service is given up. */
    private static final int MAX_GARBAGE = 3;

    /** The most connections without any audio before the session is given up. */
    private static final int MAX_REDIALS = 3;

    private static final int REDIAL_MS = 250;

    private final EngineNet net;
    private final ServiceAccess access;
    private final VoiceSession session;
    private EngineSocket socket;
    private EngineFailure hungWith;
    private boolean everOpen;
    private int garbage;
    private int redials;

    /**
     * Creates the driver of one session.
     *
     * @param access whose key is never shown, even if the service quotes it
     */
    protected SocketVoice(EngineNet net, ServiceAccess access, VoiceSession session) {
        this.net = net;
        this.access = access;
        this.session = session;
    }

    /** Returns the parameters of the connection. */
    protected abstract SocketRequest request();

    /** Handles a message; an exception counts it as incomprehensible. */
    protected abstract void message(byte[] message) throws IOException;

    /** The connection is lost, and with it every pending request. */
    protected abstract void forget();

    /** A connection is open; nothing was requested over it yet. */
    protected void connected() {}

    /** Returns the session. */
    protected final VoiceSession session() {
        return session;
    }

    /** Returns the open connection, or null. */
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
        net.connect(session.loop(), request(), this);
    }

    @Override
    public final void opened(EngineSocket opened) {
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
            fail(NetFailures.broken(access.name(), "sends " + what));
        }
    }

    /** Ends the connection and the session after an error. */
    private void fail(EngineFailure failure) {
        EngineSocket broken = socket;
        socket = null;
        session.lost(failure);
        if (broken != null) {
            broken.abort();
        }
    }

    /** Notes that audio arrived: the service works. */
    protected final void alive() {
        redials = 0;
    }

    /** Fails the pending clauses and replaces the connection. */
    @Override
    public final void hung(SpokenClause clause, EngineFailure failure) {
        if (socket == null) {
            fail(failure);
        } else {
            hungWith = failure;
            socket.abort();
        }
    }

    /** Replaces the connection while no clause is pending. */
    protected final void replace() {
        if (socket != null) {
            hungWith =
                    new EngineFailure("timeout", "engine " + access.name() + " does not end what was cancelled", true);
            socket.abort();
        }
    }

    @Override
    public final void closed(int code, EngineFailure failure) {
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

    /** Connects again, the first time at once: services end a connection that is idle. */
    private void redial(EngineFailure why) {
        redials++;
        if (!everOpen || redials > MAX_REDIALS) {
            session.lost(masked(why));
        } else if (redials == 1) {
            dial();
        } else {
            session.loop()
                    .schedule(
                            () -> {
                                if (!session.closing()) {
                                    dial();
                                }
                            },
                            (long) REDIAL_MS << redials,
                            TimeUnit.MILLISECONDS);
        }
    }

    private EngineFailure masked(EngineFailure failure) {
        return failure == null
                ? NetFailures.closed(access.name(), 0, "")
                : failure.withMessage(access.masked(failure.message()));
    }

    /** Returns the failure that a service reports within a connection; by status if it gives one. */
    protected final EngineFailure reported(int status, String words) {
        return status >= 400
                ? NetFailures.status(access.name(), status, EmptyHttpHeaders.INSTANCE, access.masked(words))
                : masked(NetFailures.broken(access.name(), "reports: " + words));
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
            // A connection that is still opening is closed as soon as it is open.
            session.released();
        }
    }
}
