package io.sidetone.transport.vip;

import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.vip.message.BadMessageException;
import io.sidetone.transport.vip.message.Fields;
import io.sidetone.transport.vip.token.KeyGrant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Statement of {@code session.initialize} about a client (VIP 5.4).
 *
 * @param agent name of the agent it wants; null for the one whose {@code match} fits the path
 * @param userId who the caller is; empty when unknown
 * @param locale language of the caller; empty when unknown
 * @param narrated what the caller sees; empty for nothing yet
 * @param actions what the client can do, as it was sent
 * @param in sound of the caller
 * @param out sound of the agent
 * @param reports whether the client reports how far it has played
 * @param open whether the microphone is open and the server decides who speaks; otherwise buttons do
 */
public record Initialization(
        String agent,
        String userId,
        String locale,
        String narrated,
        Map<String, Object> actions,
        StreamFormat in,
        StreamFormat out,
        boolean reports,
        boolean open) {
    /** The longest description of what the caller sees. */
    static final int MOST_NARRATED = 32_768;

    /** Usual sample rates; every multiple of 50 between the first and the last can be asked for. */
    static final List<Integer> RATES = List.of(8_000, 16_000, 24_000, 32_000, 44_100, 48_000);

    private static final int RATE_STEP = 50;

    /** Encodings by their names on the wire, the first of each its own. */
    static final Map<String, StreamFormat.Encoding> ENCODINGS = Map.of(
            "pcm16", StreamFormat.Encoding.L16_LE,
            "l16_le", StreamFormat.Encoding.L16_LE,
            "pcm_s16le", StreamFormat.Encoding.L16_LE,
            "pcm16be", StreamFormat.Encoding.L16_BE,
            "l16_be", StreamFormat.Encoding.L16_BE,
            "pcmu", StreamFormat.Encoding.PCMU,
            "ulaw", StreamFormat.Encoding.PCMU,
            "pcma", StreamFormat.Encoding.PCMA,
            "alaw", StreamFormat.Encoding.PCMA);

    private static final int WIDEBAND_HZ = 16_000;
    private static final int NARROWBAND_HZ = 8_000;

    /**
     * Reads a payload.
     *
     * @param grant what the client's key binds it to
     * @throws BadMessageException {@code invalid_message} or, for another agent than the key's, {@code forbidden}
     */
    static Initialization of(Fields payload, KeyGrant grant) throws BadMessageException {
        String agent = payload.text("agent", grant.agent(), 128);
        if (grant.agent() != null && !grant.agent().equals(agent)) {
            throw new BadMessageException(
                    "forbidden", "agent: the token opens sessions with '" + grant.agent() + "' alone; leave agent out");
        }
        Fields user = payload.inner("user");
        String userId = user.text("user_id", "", 256);
        if (!grant.userId().isEmpty()) {
            userId = grant.userId();
        }
        String locale = user.text("locale", grant.locale(), 64);
        Fields audio = payload.inner("audio");
        return new Initialization(
                agent,
                userId,
                locale,
                payload.text("narrated_state", "", MOST_NARRATED),
                payload.map("actions"),
                format(audio.inner("input")),
                format(audio.inner("output")),
                payload.inner("playback").flag("reports", false),
                payload.word("mode", "ptt", Set.of("ptt", "open")).equals("open"));
    }

    private static StreamFormat format(Fields given) throws BadMessageException {
        String name = given.word("encoding", "pcm16", ENCODINGS.keySet());
        StreamFormat.Encoding encoding = ENCODINGS.get(name.toLowerCase(Locale.ROOT));
        boolean law = encoding == StreamFormat.Encoding.PCMU || encoding == StreamFormat.Encoding.PCMA;
        int rateHz = given.number("sampleRateHz", law ? NARROWBAND_HZ : WIDEBAND_HZ, 8_000, 48_000);
        if (rateHz % RATE_STEP != 0) {
            throw new BadMessageException(
                    "invalid_message",
                    "sampleRateHz: '" + rateHz + "' is no multiple of " + RATE_STEP + "; choose one of " + RATES);
        }
        if (law && rateHz != NARROWBAND_HZ) {
            throw new BadMessageException(
                    "invalid_message", "sampleRateHz: " + name + " at '" + rateHz + "' does not exist; give 8000");
        }
        return new StreamFormat(encoding, rateHz);
    }

    /** Returns the own name of {@code encoding}. */
    static String name(StreamFormat.Encoding encoding) {
        return switch (encoding) {
            case PCMU -> "pcmu";
            case PCMA -> "pcma";
            case L16_BE -> "pcm16be";
            case L16_LE -> "pcm16";
        };
    }
}
