package io.sidetone.transport.vela;

import static io.sidetone.transport.vela.VelaReader.bad;
import static io.sidetone.transport.vela.VelaReader.cut;
import static io.sidetone.transport.vela.VelaReader.kind;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import java.util.List;

/** Reads the payload of session.start: what is negotiated is spelled exactly, so that a slip is reported and not ignored. */
final class SessionOptionsReader {
    private static final int MAX_TOKEN = 128;

    private SessionOptionsReader() {}

    static SessionOptions options(JsonNode payload) throws BadVelaMessageException {
        known(payload, "payload", List.of("protocol", "mode", "greeting", "audio", "resume"));
        JsonNode audio = object(payload, "payload.audio", "audio");
        known(audio, "payload.audio", List.of("input", "output"));
        JsonNode resume = object(payload, "payload.resume", "resume");
        known(resume, "payload.resume", List.of("windowMs", "token", "lastSeq"));
        String token = token(resume);
        return new SessionOptions(
                (int) whole(payload, "payload.protocol", "protocol", 1, Integer.MAX_VALUE),
                mode(payload),
                flag(payload),
                format(audio, "payload.audio.input", "input"),
                audio.path("output").isNull() ? null : format(audio, "payload.audio.output", "output"),
                audio.path("output").isNull(),
                (int) whole(resume, "payload.resume.windowMs", "windowMs", 1, Integer.MAX_VALUE),
                token,
                token == null ? 0 : seq(resume));
    }

    private static void known(JsonNode object, String path, List<String> names) throws BadVelaMessageException {
        for (Iterator<String> given = object.fieldNames(); given.hasNext(); ) {
            String name = given.next();
            if (!names.contains(name)) {
                throw bad(path + ": '" + cut(name) + "' is not known; known are " + String.join(", ", names));
            }
        }
    }

    private static JsonNode object(JsonNode in, String path, String name) throws BadVelaMessageException {
        JsonNode value = in.path(name);
        if (!value.isMissingNode() && !value.isObject()) {
            throw bad(path + ": " + kind(value) + " is no object");
        }
        return value;
    }

    private static long whole(JsonNode in, String path, String name, long min, long max)
            throws BadVelaMessageException {
        JsonNode value = in.path(name);
        if (value.isMissingNode()) {
            return 0;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < min || value.asLong() > max) {
            throw bad(path + ": " + kind(value) + " is no whole number from " + min + " on");
        }
        return value.asLong();
    }

    private static long seq(JsonNode resume) throws BadVelaMessageException {
        if (!resume.has("lastSeq")) {
            throw bad("payload.resume.lastSeq is missing; send the seq of the last message you have seen, or 0");
        }
        return whole(resume, "payload.resume.lastSeq", "lastSeq", 0, Long.MAX_VALUE);
    }

    private static String token(JsonNode resume) throws BadVelaMessageException {
        JsonNode token = resume.path("token");
        if (token.isMissingNode()) {
            return null;
        }
        if (!token.isTextual()
                || token.textValue().isEmpty()
                || token.textValue().length() > MAX_TOKEN) {
            throw bad("payload.resume.token: " + kind(token) + " is no token; send the one of session.ready");
        }
        return token.textValue();
    }

    private static String mode(JsonNode payload) throws BadVelaMessageException {
        JsonNode mode = payload.path("mode");
        if (mode.isMissingNode()) {
            return null;
        }
        String text = mode.asText();
        if (!mode.isTextual() || !SessionOptions.PUSH_TO_TALK.equals(text) && !SessionOptions.OPEN.equals(text)) {
            throw bad("payload.mode: '" + cut(text) + "' is neither " + SessionOptions.PUSH_TO_TALK + " nor "
                    + SessionOptions.OPEN);
        }
        return text;
    }

    private static Boolean flag(JsonNode payload) throws BadVelaMessageException {
        JsonNode flag = payload.path("greeting");
        if (flag.isMissingNode()) {
            return null;
        }
        if (!flag.isBoolean()) {
            throw bad("payload.greeting: " + kind(flag) + " is not true or false");
        }
        return flag.booleanValue();
    }

    private static VelaAudioFormat format(JsonNode audio, String path, String name) throws BadVelaMessageException {
        JsonNode given = object(audio, path, name);
        if (given.isMissingNode()) {
            return null;
        }
        known(given, path, List.of("encoding", "sampleRateHz"));
        JsonNode encoding = given.path("encoding");
        JsonNode rate = given.path("sampleRateHz");
        VelaAudioFormat format = VelaAudioFormat.of(encoding.asText(), rate.isInt() ? rate.intValue() : 0);
        if (format == null) {
            throw bad(path + ": '" + cut(encoding.asText()) + "' at " + kind(rate) + " Hz is not offered; use "
                    + VelaAudioFormat.OFFERED);
        }
        return format;
    }
}
