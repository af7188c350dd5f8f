package io.sidetone.transport.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import io.sidetone.transport.turn.LevelsJson;
import io.sidetone.transport.turn.TurnJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the records of answers as JSON, and other types in the forms given here. Any thread. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addSerializer(VoiceLevels.Snapshot.class, new Levels())
                    .addSerializer(TurnDescriptor.class, new Turn())
                    .addSerializer(EngineUsage.class, new Usage()))
            .build();

    private static final ObjectWriter WRITER = MAPPER.writer();

    private Json() {}

    /** Returns {@code answer} as UTF-8. */
    public static byte[] bytes(Object answer) {
        try {
            return WRITER.writeValueAsBytes(answer);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("a record of the API is written to memory", e);
        }
    }

    /** Returns the fields of {@code answer}, in their order. */
    public static Map<String, Object> fields(Record answer) {
        return MAPPER.convertValue(answer, new TypeReference<LinkedHashMap<String, Object>>() {});
    }

    private static final class Levels extends JsonSerializer<VoiceLevels.Snapshot> {
        @Override
        public void serialize(VoiceLevels.Snapshot levels, JsonGenerator out, SerializerProvider settings)
                throws IOException {
            LevelsJson.write(out, levels);
        }
    }

    private static final class Turn extends JsonSerializer<TurnDescriptor> {
        @Override
        public void serialize(TurnDescriptor turn, JsonGenerator out, SerializerProvider settings) throws IOException {
            TurnJson.turn(out, turn, true);
        }
    }

    private static final class Usage extends JsonSerializer<EngineUsage> {
        @Override
        public void serialize(EngineUsage usage, JsonGenerator out, SerializerProvider settings) throws IOException {
            out.writeStartObject();
            out.writeStringField("engine", usage.engine());
            out.writeStringField("role", usage.role());
            for (Measure measure : Measure.values()) {
                out.writeNumberField(measure.wireName(), usage.of(measure));
            }
            out.writeEndObject();
        }
    }
}
