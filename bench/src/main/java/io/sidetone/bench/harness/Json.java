package io.sidetone.bench.harness;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;

/** Results as JSON for programs: records and maps become objects, numbers have three decimals, one that was not measured is null. */
public final class Json {
    private static final double THOUSAND = 1e3;
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
            .registerModule(new SimpleModule()
                    .addSerializer(double.class, new Rounded())
                    .addSerializer(Double.class, new Rounded()));

    private Json() {}

    /** Returns the text, for people's eyes too. */
    public static String text(Object value) throws IOException {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    }

    private static final class Rounded extends JsonSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator out, SerializerProvider serializers) throws IOException {
            if (Double.isFinite(value)) {
                out.writeNumber(Math.round(value * THOUSAND) / THOUSAND);
            } else {
                out.writeNull();
            }
        }
    }
}
