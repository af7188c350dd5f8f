package io.sidetone.transport.carrier;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.carrier.wire.BadMessageException;
import io.sidetone.transport.carrier.wire.Base64Audio;
import io.sidetone.transport.carrier.wire.ChunkOrder;
import io.sidetone.transport.carrier.wire.ControlMessage;
import io.sidetone.transport.carrier.wire.MediaScanner;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsSession;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A carrier's connection: its messages become a call's audio, digits, marks and end. Event loop only; a media message of
 * the usual shape allocates nothing.
 */
final class CarrierSession implements WsSession {
    private static final Logger LOG = LoggerFactory.getLogger(CarrierSession.class);

    private static final int NORMAL = 1000;
    private static final int UNSUPPORTED = 1003;
    private static final int POLICY = 1008;
    private static final int TRY_AGAIN_LATER = 1013;
    private static final int MAX_BAD_BEFORE_START = 3;
    private static final int MAX_BAD_IN_A_ROW = 50;
    private static final int MAX_REASON = 100;
    private static final int DIGIT_MS = 100;
    private static final int LONGEST_DIGIT_MS = 8_000;
    private static final String DIGITS = "0123456789*#ABCD";

    private final CarrierDialect dialect;
    private final StreamCallHandle.Desk calls;
    private final CarrierCounters counters;
    private final String path;
    private final String agent;
    private final MediaScanner scanner = new MediaScanner();
    private final MarkLedger marks = new MarkLedger();
    private final ChunkOrder order;
    private byte[] audio = new byte[512];
    private int sampleBytes;
    private int badInARow;
    private WsOutput output;
    private CarrierOut out;
    private StreamCallHandle call;
    private boolean over;

    /**
     * Creates a session.
     *
     * @param path of the upgrade
     * @param agent named by the path, or null
     */
    CarrierSession(
            CarrierDialect dialect, StreamCallHandle.Desk calls, CarrierCounters counters, String path, String agent) {
        this.dialect = dialect;
        this.calls = calls;
        this.counters = counters;
        this.path = path;
        this.agent = agent;
        this.order = dialect.in().ordered()
                ? null
                : new ChunkOrder((sound, length, nowNs) -> call.audio(sound, 0, length, nowNs));
    }

    @Override
    public void opened(WsOutput opened, long nowNs) {
        output = opened;
    }

    @Override
    public boolean begun() {
        return out != null;
    }

    @Override
    public void text(ByteBuf message, long nowNs) {
        if (over) {
            return;
        }
        if (scanner.scan(message)) {
            media(
                    scanner.text(),
                    scanner.payloadFrom(),
                    scanner.payloadTo(),
                    scanner.chunk(),
                    scanner.outbound(),
                    nowNs);
            return;
        }
        try {
            control(ControlMessage.read(scanner.text(), scanner.length()), nowNs);
        } catch (BadMessageException e) {
            bad(e.getMessage());
        }
    }

    @Override
    public void binary(ByteBuf message, long nowNs) {
        if (!over) {
            bad("a binary message; this dialect has none");
        }
    }

    private void control(ControlMessage message, long nowNs) throws BadMessageException {
        CarrierEvent event = dialect.in().event(message.event());
        switch (event) {
            case START -> start(message, nowNs);
            case MEDIA -> writtenUnusually(message, nowNs);
            case DIGIT -> digit(message, nowNs);
            case MARK -> mark(dialect.in().mark(message), nowNs);
            case STOP -> stop(nowNs);
            case ERROR -> LOG.warn("{} refuses a message of {}: {}", dialect.name(), path, shown(message));
            case UNKNOWN -> counters.unknownMessage();
            default -> {}
        }
        badInARow = 0;
    }

    private static String shown(ControlMessage message) {
        String text = message.text("payload", "code") + " " + message.text("payload", "title") + " "
                + message.text("payload", "detail");
        return text.length() > MAX_REASON ? text.substring(0, MAX_REASON) : text;
    }

    private void start(ControlMessage message, long nowNs) throws BadMessageException {
        if (out != null) {
            throw new BadMessageException("the stream has started already");
        }
        CarrierStart start;
        try {
            start = dialect.in().start(message);
        } catch (BadMessageException e) {
            counters.malformedMessage();
            end(UNSUPPORTED, e.getMessage());
            return;
        }
        sampleBytes = start.in().bytesPerSample();
        out = dialect.out().open(start, output, marks);
        try {
            call = calls.open(offer(start), out, output.loop(), nowNs);
        } catch (StreamRefusedException e) {
            end(e.status() == StreamRefusedException.NO_ROOM ? TRY_AGAIN_LATER : POLICY, e.getMessage());
        }
    }

    private StreamOffer offer(CarrierStart start) {
        return new StreamOffer(
                dialect.name(),
                start.callId(),
                start.from(),
                start.to(),
                path,
                name -> start.parameters().get(name),
                agent,
                start.in(),
                start.out(),
                out.buffering(),
                null,
                true);
    }

    /** Audio in a message that the scanner left alone: escapes, keys that come twice. */
    private void writtenUnusually(ControlMessage message, long nowNs) throws BadMessageException {
        if (!message.has("media", "payload")) {
            throw new BadMessageException("media without a payload");
        }
        byte[] payload = message.text("media", "payload").getBytes(StandardCharsets.US_ASCII);
        boolean outbound = message.text("media", "track").equals("outbound");
        media(payload, 0, payload.length, message.number(-1, "media", "chunk"), outbound, nowNs);
    }

    private void media(byte[] text, int from, int to, long chunk, boolean outbound, long nowNs) {
        badInARow = 0;
        if (call == null || outbound) {
            counters.earlyMessage();
            return;
        }
        int bound = Base64Audio.decodedBound(to - from);
        if (bound > audio.length) {
            audio = new byte[Math.max(bound, audio.length * 2)];
        }
        int bytes = Base64Audio.decode(text, from, to, audio);
        if (bytes < 0 || bytes % sampleBytes != 0) {
            counters.badAudioMessage();
            return;
        }
        if (order == null) {
            call.audio(audio, 0, bytes, nowNs);
        } else {
            long late = order.late();
            order.add(chunk, audio, bytes, nowNs);
            if (order.late() != late) {
                counters.lateAudio(order.late() - late);
            }
        }
    }

    private void digit(ControlMessage message, long nowNs) throws BadMessageException {
        String digit = message.text("dtmf", "digit");
        if (digit.length() != 1 || DIGITS.indexOf(Character.toUpperCase(digit.charAt(0))) < 0) {
            throw new BadMessageException("a digit is one of " + DIGITS);
        }
        if (call == null) {
            counters.earlyMessage();
            return;
        }
        long lengthMs = message.number(DIGIT_MS, "dtmf", "duration");
        call.digit(
                Character.toUpperCase(digit.charAt(0)), (int) Math.max(1, Math.min(LONGEST_DIGIT_MS, lengthMs)), nowNs);
    }

    private void mark(String name, long nowNs) {
        if (!marks.returned(name)) {
            counters.ignoredMarks(1);
            return;
        }
        if (call != null) {
            call.played(marks.playedToken(), marks.playedMs(), nowNs);
            out.markReturned();
        }
    }

    private void stop(long nowNs) {
        over(EndCause.CALLER_HUNG_UP, nowNs);
        end(NORMAL, "the stream was stopped");
    }

    /** The message is counted and forgotten; whoever sends nothing else is sent away. */
    private void bad(String what) {
        counters.malformedMessage();
        LOG.debug("{} at {} sent what is not understood: {}", dialect.name(), path, what);
        badInARow++;
        if (badInARow >= (call == null ? MAX_BAD_BEFORE_START : MAX_BAD_IN_A_ROW)) {
            end(POLICY, what);
        }
    }

    private void end(int status, String reason) {
        over = true;
        output.close(status, reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) : reason);
    }

    @Override
    public void writable(long nowNs) {
        if (call != null) {
            out.room(call::stale);
            call.writable();
        }
    }

    @Override
    public void closed(long nowNs) {
        over(dialect.in().endsByClosing() ? EndCause.CALLER_HUNG_UP : EndCause.TRANSPORT_FAILED, nowNs);
        over = true;
    }

    private void over(EndCause cause, long nowNs) {
        if (out != null) {
            out.gone();
        }
        if (call != null) {
            StreamCallHandle ended = call;
            call = null;
            ended.hangUp(cause, nowNs);
        }
    }
}
