package io.sidetone.speech.openai.voice;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.Exchange;
import io.sidetone.speech.net.ExchangeListener;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.voice.PcmDecoder;
import io.sidetone.speech.voice.SpokenClause;
import io.sidetone.speech.voice.VoiceEncoding;
import io.sidetone.speech.voice.VoiceSession;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The audio of one clause, or the reason for its failure. The session's loop only. */
final class SpeechAnswer implements ExchangeListener {
    private static final int MAX_ERROR_CHARS = 4_096;
    private static final Pattern RATE = Pattern.compile("rate=(\\d+)");
    private static final String RIFF = "RIFF";

    private final OpenAiVoiceSettings settings;
    private final VoiceSession session;
    private final SpokenClause clause;
    private final Runnable over;
    private final PcmDecoder decoder = new PcmDecoder(VoiceEncoding.PCM_S16LE);
    private final StringBuilder error = new StringBuilder();
    private int status;
    private HttpHeaders headers;
    Exchange exchange;

    SpeechAnswer(OpenAiVoiceSettings settings, VoiceSession session, SpokenClause clause, Runnable over) {
        this.settings = settings;
        this.session = session;
        this.clause = clause;
        this.over = over;
    }

    @Override
    public void head(int answered, HttpHeaders with) {
        status = answered;
        headers = with;
        if (status >= 400) {
            return;
        }
        String type = with.get("content-type", "").toLowerCase(Locale.ROOT);
        Matcher rate = RATE.matcher(type);
        if (type.startsWith("text/") || type.contains("json") || status != 200) {
            refuse("answered " + status + " with " + (type.isEmpty() ? "nothing" : type) + " in place of audio");
        } else if (type.contains("wav") || type.contains("mpeg") || type.contains("ogg")) {
            refuse("sent " + type + " in place of raw PCM; it does not know response_format pcm");
        } else if (rate.find() && !rate.group(1).equals("" + settings.sampleRateHz())) {
            refuse("sends audio of " + rate.group(1) + " Hz, expected " + settings.sampleRateHz() + "; set engines."
                    + settings.access().name() + ".options.pcm-rate to " + rate.group(1));
        }
    }

    private void refuse(String why) {
        stop(NetFailures.broken(settings.access().name(), why));
    }

    /** Drops the rest of the answer. */
    private void stop(EngineFailure failure) {
        if (exchange != null) {
            exchange.cancel();
        }
        failed(failure);
    }

    @Override
    public void body(ByteBuf piece) {
        if (status >= 400) {
            if (error.length() < MAX_ERROR_CHARS) {
                error.append(piece.toString(StandardCharsets.UTF_8));
            }
            return;
        }
        if (session.dead(clause)) {
            session.meter().lateDropped.increment();
            return;
        }
        boolean first = decoder.samples() == 0 && !decoder.halfSample();
        if (first && piece.readableBytes() >= RIFF.length() && starts(piece, RIFF)) {
            refuse("sent a WAV file in place of raw PCM; it does not know response_format pcm");
            return;
        }
        short[] pcm = decoder.decode(piece);
        session.audio(clause, settings.sampleRateHz(), pcm, pcm.length);
    }

    private static boolean starts(ByteBuf piece, String with) {
        return piece.toString(piece.readerIndex(), with.length(), StandardCharsets.ISO_8859_1)
                .equals(with);
    }

    @Override
    public void end() {
        if (status >= 400) {
            failed(NetFailures.status(
                    settings.access().name(), status, headers, settings.access().masked(error.toString())));
            return;
        }
        over.run();
        if (decoder.halfSample()) {
            session.meter().unexpected.increment();
        }
        session.complete(clause);
    }

    @Override
    public void failed(EngineFailure failure) {
        over.run();
        session.failed(clause, failure);
    }
}
