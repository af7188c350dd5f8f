package io.sidetone.transport.carrier;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.carrier.wire.BadMessageException;
import io.sidetone.transport.carrier.wire.ChunkOrder;
import io.sidetone.transport.carrier.wire.ControlMessage;
import io.sidetone.transport.carrier.wire.MediaScanner;
import io.sidetone.transport.dialect.CallStart;
import io.sidetone.transport.dialect.DialectConnection;
import io.sidetone.transport.dialect.DialectInput;
import io.sidetone.transport.stream.Base64Audio;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.ws.WsOutput;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The input of carriers that send media as JSON: converts messages into a call's audio, digits, marks and end. Event
 * loop only; a media message of the usual form allocates nothing.
 */
public final class JsonInput implements DialectInput {
    private static final Logger LOG = LoggerFactory.getLogger(JsonInput.class);

    private static final byte[] NOTHING = {};
    private static final int MAX_BAD_BEFORE_START = 3;
    private static final int MAX_BAD_IN_A_ROW = 50;
    private static final int MAX_REASON = 100;
    private static final int DIGIT_MS = 100;
    private static final int LONGEST_DIGIT_MS = 8_000;
    private static final String DIGITS = "0123456789*#ABCD";

    private final JsonDialect dialect;
    private final DialectConnection connection;
    private final CarrierCounters counters;
    private final MediaScanner scanner = new MediaScanner();
    private final MarkLedger marks = new MarkLedger();
    private final ChunkOrder order;
    private byte[] audio = NOTHING;
    private int sampleBytes;
    private int badInARow;
    private CarrierOut out;

    /** Creates the input of {@code connection} in {@code dialect}. */
    public JsonInput(JsonDialect dialect, DialectConnection connection, CarrierCounters counters) {
        this.dialect = dialect;
        this.connection = connection;
        this.counters = counters;
        this.order = dialect.in().ordered()
                ? null
                : new ChunkOrder((sound, length, nowNs) -> connection.call().audio(sound, 0, length, nowNs));
    }

    @Override
    public void text(ByteBuf message, long nowNs) {
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
        bad("a binary message; this dialect has none");
    }

    private void control(ControlMessage message, long nowNs) throws BadMessageException {
        CarrierEvent event = dialect.in().event(message.event());
        switch (event) {
            case START -> start(message, nowNs);
            case MEDIA -> writtenUnusually(message, nowNs);
            case DIGIT -> digit(message, nowNs);
            case MARK -> mark(dialect.in().mark(message), nowNs);
            case STOP -> stop(nowNs);
            case ERROR -> LOG.warn("{} refuses a message of {}: {}", dialect.name(), connection.path(), shown(message));
            case UNKNOWN -> counters.increment(CarrierCounter.UNKNOWN);
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
            counters.increment(CarrierCounter.MALFORMED);
            end(WsOutput.UNSUPPORTED_DATA, e.getMessage());
            return;
        }
        sampleBytes = start.in().bytesPerSample();
        out = dialect.out().open(start, connection.out(), marks);
        connection.begin(
                new CallStart(
                        start.callId(),
                        start.from(),
                        start.to(),
                        start.parameters(),
                        start.in(),
                        start.out(),
                        out.buffering(),
                        out),
                nowNs);
    }

    /** Reads audio of a message that the scanner does not accept, because of escapes or repeated keys. */
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
        StreamCallHandle call = connection.call();
        if (call == null || outbound) {
            counters.increment(CarrierCounter.EARLY);
            return;
        }
        int bound = Base64Audio.decodedBound(to - from);
        if (bound > audio.length) {
            audio = new byte[Math.max(bound, audio.length * 2)];
        }
        int bytes = Base64Audio.decode(text, from, to, audio);
        if (bytes < 0 || bytes % sampleBytes != 0) {
            counters.increment(CarrierCounter.BAD_AUDIO);
            return;
        }
        if (order == null) {
            call.audio(audio, 0, bytes, nowNs);
        } else {
            long late = order.late();
            order.add(chunk, audio, bytes, nowNs);
            if (order.late() != late) {
                counters.add(CarrierCounter.LATE, order.late() - late);
            }
        }
    }

    private void digit(ControlMessage message, long nowNs) throws BadMessageException {
        String digit = message.text("dtmf", "digit");
        if (digit.length() != 1 || DIGITS.indexOf(Character.toUpperCase(digit.charAt(0))) < 0) {
            throw new BadMessageException("a digit is one of " + DIGITS);
        }
        StreamCallHandle call = connection.call();
        if (call == null) {
            counters.increment(CarrierCounter.EARLY);
            return;
        }
        long lengthMs = message.number(DIGIT_MS, "dtmf", "duration");
        call.digit(
                Character.toUpperCase(digit.charAt(0)), (int) Math.max(1, Math.min(LONGEST_DIGIT_MS, lengthMs)), nowNs);
    }

    private void mark(String name, long nowNs) {
        if (!marks.returned(name)) {
            counters.increment(CarrierCounter.MARKS_IGNORED);
            return;
        }
        StreamCallHandle call = connection.call();
        if (call != null) {
            call.played(marks.playedToken(), marks.playedMs(), nowNs);
            out.markReturned();
        }
    }

    private void stop(long nowNs) {
        gone();
        connection.hangUp(EndCause.CALLER_HUNG_UP, nowNs);
        end(WsOutput.NORMAL, "the stream was stopped");
    }

    /** Counts and ignores the message; disconnects a peer that sends only such messages. */
    private void bad(String what) {
        counters.increment(CarrierCounter.MALFORMED);
        LOG.debug("{} at {} sent an incomprehensible message: {}", dialect.name(), connection.path(), what);
        badInARow++;
        if (badInARow >= (connection.call() == null ? MAX_BAD_BEFORE_START : MAX_BAD_IN_A_ROW)) {
            end(WsOutput.POLICY_VIOLATION, what);
        }
    }

    private void end(int status, String reason) {
        connection.leave(status, reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) : reason);
    }

    @Override
    public void room() {
        out.room(connection.call()::stale);
    }

    @Override
    public void gone() {
        if (out != null) {
            out.gone();
        }
    }
}
