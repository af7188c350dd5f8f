package io.sidetone.transport.carrier.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MediaScannerTest {
    private static final ObjectMapper JACKSON =
            new ObjectMapper().enable(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final MediaScanner scanner = new MediaScanner();

    private boolean scan(String text) {
        ByteBuf message = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
        boolean found = scanner.scan(message);
        assertThat(message.readerIndex()).isZero();
        return found;
    }

    private String payload() {
        return new String(
                scanner.text(),
                scanner.payloadFrom(),
                scanner.payloadTo() - scanner.payloadFrom(),
                StandardCharsets.UTF_8);
    }

    @Test
    void shouldFindTheAudioInEveryCarriersMessage() {
        assertThat(scan(
                        "{\"event\":\"media\",\"sequenceNumber\":\"3\",\"media\":{\"track\":\"inbound\",\"chunk\":\"1\","
                                + "\"timestamp\":\"5\",\"payload\":\"AAEC\"},\"streamSid\":\"MZ1\"}"))
                .as("Twilio")
                .isTrue();
        assertThat(payload()).isEqualTo("AAEC");
        assertThat(scanner.chunk()).isEqualTo(1);
        assertThat(scanner.sequence()).isEqualTo(3);
        assertThat(scan(
                        "{\"event\":\"media\",\"sequence_number\":\"4\",\"media\":{\"track\":\"outbound\",\"chunk\":\"2\","
                                + "\"timestamp\":\"5\",\"payload\":\"//8=\"},\"stream_id\":\"32DE\"}"))
                .as("Telnyx")
                .isTrue();
        assertThat(scanner.outbound()).isTrue();
        assertThat(scanner.sequence()).isEqualTo(4);
        assertThat(scan("{\"event\":\"media\",\"sequenceNumber\":1,\"streamId\":\"u\",\"media\":{\"track\":\"inbound\","
                        + "\"timestamp\":\"1700000000000\",\"chunk\":1,\"payload\":\"\"},\"extra_headers\":\"{}\"}"))
                .as("Plivo")
                .isTrue();
        assertThat(payload()).isEmpty();
        assertThat(scanner.outbound()).isFalse();
        assertThat(
                        scan(
                                " { \"media\" : { \"payload\" : \"A\\/B=\" , \"x\":[1,{\"y\":[true,null]}] } , \"event\" : \"media\" } "))
                .as("keys in another order")
                .isTrue();
        assertThat(payload()).isEqualTo("A\\/B=");
        assertThat(scanner.chunk()).isEqualTo(-1);
    }

    @Test
    void shouldLeaveEverythingElseToJackson() {
        for (String text : new String[] {
            "",
            "null",
            "[]",
            "{}",
            "{\"event\":\"media\"}",
            "{\"event\":\"media\",\"media\":{}}",
            "{\"event\":\"mark\",\"media\":{\"payload\":\"AA==\"}}",
            "{\"media\":{\"payload\":\"AA==\"}}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"AA==\"}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"AA==\"}}}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"AA==\"}} x",
            "{\"event\":\"media\",\"media\":{\"payload\":\"AA==\"},}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"\\u0041A==\"}}",
            "{\"event\":\"media\",\"media\":{\"payload\":1}}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"AA==\",\"payload\":\"BB==\"}}",
            "{\"event\":\"media\",\"event\":\"mark\",\"media\":{\"payload\":\"AA==\"}}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"AA==\",\"chunk\":01}}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"AA==\",\"chunk\":1.5}}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"AA==\",\"chunk\":\"one\"}}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"AA==\",\"chunk\":9999999999999999999}}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"\u00e9\"}}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"\n\"}}",
            "{event:\"media\"}",
            "{\"event\":\"media\",\"deep\":[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]],\"media\":{\"payload\":\"AA==\"}}"
        }) {
            assertThat(scan(text)).as(text).isFalse();
        }
    }

    /** What the scanner calls media, Jackson reads in the same way; what is media of the usual shape, it finds. */
    @Test
    void shouldAgreeWithJacksonOnAnyText() throws Exception {
        long seed = Long.getLong("seed", 42L);
        System.out.println("MediaScannerTest seed " + seed);
        Random random = new Random(seed);
        int found = 0;
        int damaged = 0;
        for (int i = 0; i < 40_000; i++) {
            byte[] audio = new byte[random.nextInt(40)];
            random.nextBytes(audio);
            String text = usual(random, Base64.getEncoder().encodeToString(audio));
            assertThat(scan(text)).as(text).isTrue();
            agree(text);
            found++;
            String broken = damage(random, text);
            if (scan(broken)) {
                agree(broken);
                damaged++;
            }
        }
        System.out.println("agreed on " + found + " messages and on " + damaged + " damaged ones that still are media");
        assertThat(damaged).isPositive();
    }

    private void agree(String text) throws Exception {
        JsonNode root = JACKSON.readTree(text);
        assertThat(root.path("event").textValue()).as(text).isEqualTo("media");
        JsonNode media = root.path("media");
        assertThat(payload().replace("\\/", "/"))
                .as(text)
                .isEqualTo(media.path("payload").textValue());
        assertThat(scanner.chunk()).as(text).isEqualTo(media.path("chunk").asLong(-1));
        assertThat(scanner.outbound())
                .as(text)
                .isEqualTo(media.path("track").asText("").equals("outbound"));
        JsonNode sequence = root.has("sequenceNumber") ? root.path("sequenceNumber") : root.path("sequence_number");
        assertThat(scanner.sequence()).as(text).isEqualTo(sequence.asLong(-1));
    }

    private static String usual(Random random, String payload) {
        List<String> media = new ArrayList<>();
        media.add("\"payload\":" + space(random) + "\""
                + (random.nextInt(4) == 0 ? payload.replace("/", "\\/") : payload) + "\"");
        if (random.nextBoolean()) {
            media.add("\"chunk\":" + count(random));
        }
        if (random.nextBoolean()) {
            media.add("\"track\":\"" + (random.nextBoolean() ? "inbound" : "outbound") + "\"");
        }
        if (random.nextBoolean()) {
            media.add("\"timestamp\":" + space(random) + value(random, 0));
        }
        List<String> members = new ArrayList<>();
        members.add("\"event\":\"media\"");
        members.add("\"media\":{" + joined(random, media) + "}");
        if (random.nextBoolean()) {
            members.add((random.nextBoolean() ? "\"sequenceNumber\":" : "\"sequence_number\" :") + count(random));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            members.add("\"other" + i + "\":" + value(random, 0));
        }
        return space(random) + "{" + joined(random, members) + "}" + space(random);
    }

    private static String joined(Random random, List<String> members) {
        Collections.shuffle(members, random);
        return space(random) + String.join(space(random) + "," + space(random), members) + space(random);
    }

    private static String count(Random random) {
        long value = random.nextInt(1_000_000);
        return random.nextBoolean() ? Long.toString(value) : "\"" + value + "\"";
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 5 : 7)) {
            case 0 -> "true";
            case 1 -> "false";
            case 2 -> "null";
            case 3 -> Integer.toString(random.nextInt(1_000));
            case 4 -> "\"payload\"";
            case 5 -> "[" + value(random, depth + 1) + "," + value(random, depth + 1) + "]";
            default -> "{\"payload\":" + value(random, depth + 1) + ",\"event\" :" + value(random, depth + 1) + "}";
        };
    }

    private static String space(Random random) {
        return random.nextInt(4) == 0 ? " \t\n\r".substring(0, random.nextInt(4)) : "";
    }

    private static String damage(Random random, String text) {
        StringBuilder broken = new StringBuilder(text);
        String symbols = "{}[]\",:\\/ 01a\u00e9\u0000-.eEnt";
        for (int i = 1 + random.nextInt(3); i > 0 && broken.length() > 0; i--) {
            int at = random.nextInt(broken.length());
            char symbol = symbols.charAt(random.nextInt(symbols.length()));
            switch (random.nextInt(4)) {
                case 0 -> broken.deleteCharAt(at);
                case 1 -> broken.insert(at, symbol);
                case 2 -> broken.setCharAt(at, symbol);
                default -> broken.setLength(at);
            }
        }
        return broken.toString();
    }
}
