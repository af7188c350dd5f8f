package io.sidetone.speech.openai.voice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Exchange;
import io.sidetone.speech.net.ExchangeRequest;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.voice.SpokenClause;
import io.sidetone.speech.voice.VoiceDriver;
import io.sidetone.speech.voice.VoiceJson;
import io.sidetone.speech.voice.VoiceSession;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends each clause as a request. A cancel closes their connections, and another connection is opened for the next
 * turn.
 */
final class OpenAiVoice implements VoiceDriver {
    private final EngineNet net;
    private final OpenAiVoiceSettings settings;
    private final ServiceAccess access;
    private final VoiceSession session;
    private final Map<SpokenClause, SpeechAnswer> answers = new LinkedHashMap<>();
    private boolean warming;

    OpenAiVoice(EngineNet net, OpenAiVoiceSettings settings, VoiceSession session) {
        this.net = net;
        this.settings = settings;
        this.access = settings.access();
        this.session = session;
    }

    @Override
    public void open() {
        warm();
        session.opened();
    }

    private void warm() {
        if (!session.closing()) {
            net.warm(session.loop(), request(new byte[0]));
        }
    }

    private ExchangeRequest request(byte[] body) {
        Map<String, String> headers = new HashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "audio/pcm, application/octet-stream");
        headers.putAll(settings.keyHeader().with(access.key()));
        return access.request("POST", access.endpoint("/audio/speech", ""), headers, body);
    }

    private byte[] body(String text) throws JsonProcessingException {
        ObjectNode body = VoiceJson.mapper().valueToTree(access.body());
        body.put("model", access.model());
        body.put("input", text);
        body.put("voice", access.voice());
        body.put("response_format", "pcm");
        String instructions = settings.spokenInstructions();
        if (!instructions.isEmpty()) {
            body.put("instructions", instructions);
        }
        if (settings.speed() != 1) {
            body.put("speed", settings.speed());
        }
        return VoiceJson.mapper().writeValueAsBytes(body);
    }

    @Override
    public boolean ask(SpokenClause clause) {
        SpeechAnswer answer = new SpeechAnswer(settings, session, clause, () -> answers.remove(clause));
        answers.put(clause, answer);
        try {
            answer.exchange = net.send(session.loop(), request(body(clause.text())), answer);
            // Calls share idle connections, and clauses are requested ahead, so the next clause need not open one.
            warm();
        } catch (JsonProcessingException impossible) {
            answers.remove(clause);
            session.failed(clause, NetFailures.thrown(access.name(), impossible));
        }
        return true;
    }

    @Override
    public boolean dials() {
        return true;
    }

    private void cancel(SpokenClause clause) {
        SpeechAnswer answer = answers.remove(clause);
        if (answer != null && answer.exchange != null) {
            answer.exchange.cancel();
        }
    }

    @Override
    public void drop(SpokenClause clause) {
        cancel(clause);
        if (!warming) {
            // One connection serves all clauses of the turn.
            warming = true;
            session.loop().execute(() -> {
                warming = false;
                warm();
            });
        }
    }

    @Override
    public void hung(SpokenClause clause, EngineFailure failure) {
        cancel(clause);
        session.failed(clause, failure);
    }

    @Override
    public void reading(boolean on) {
        for (SpeechAnswer answer : answers.values()) {
            Exchange exchange = answer.exchange;
            if (exchange != null) {
                exchange.reading(on);
            }
        }
    }

    @Override
    public void close() {
        for (SpokenClause clause : List.copyOf(answers.keySet())) {
            cancel(clause);
        }
        session.released();
    }
}
