package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.DATA;
import static io.sidetone.config.schema.ValueType.DURATION;
import static io.sidetone.config.schema.ValueType.FLAG;
import static io.sidetone.config.schema.ValueType.INTEGER;
import static io.sidetone.config.schema.ValueType.MAP;
import static io.sidetone.config.schema.ValueType.SECRET;
import static io.sidetone.config.schema.ValueType.SIZE;
import static io.sidetone.config.schema.ValueType.TEXT;
import static io.sidetone.config.schema.ValueType.URL;
import static io.sidetone.config.schema.ValueType.WORD;

import java.util.List;

/** The keys under {@code actions}. */
public final class ActionKeys {
    private static final String TRUE_OR_FALSE = "true or false";

    private ActionKeys() {}

    /** Adds them. */
    public static void add(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                "actions",
                MAP,
                "-",
                "What agents can do besides talking, by a name of your choice. hang_up, transfer, send_digits and hold are"
                        + " there already, and book_appointment and request_callback of the shipped desk."));
        keys.add(ConfigKey.of(
                        "actions.*.type", WORD, "type of action", "webhook: a web server of yours is asked by a POST.")
                .oneOf("webhook")
                .mandatory()
                .example("webhook"));
        keys.add(ConfigKey.of(
                        "actions.*.url",
                        URL,
                        "URL",
                        "Where it is posted. https; http only on this machine. Redirects are not followed.")
                .mandatory()
                .example("https://shop.example.com/voice/stock"));
        keys.add(ConfigKey.of(
                        "actions.*.description",
                        TEXT,
                        "text",
                        "What the action does and when to use it: what a model decides by.")
                .mandatory()
                .example("\"Tells how many pieces of an article are in stock.\""));
        keys.add(ConfigKey.of(
                        "actions.*.parameters",
                        DATA,
                        "JSON Schema 2020-12",
                        "What the action takes: a schema of type object, written here or in a file. Calls that do not fit go"
                                + " back to the model and never leave.")
                .example("{type: object, properties: {article: {type: string}}, required: [article]}"));
        keys.add(ConfigKey.of(
                        "actions.*.timeout",
                        DURATION,
                        "duration",
                        "For everything together: waiting, attempts, pauses. The caller waits that long.")
                .range(100, 120_000)
                .byDefault("10s"));
        keys.add(ConfigKey.of(
                        "actions.*.retries",
                        INTEGER,
                        "attempts after the first",
                        "Only where the server did not take the request on: no connection, 429, 5xx. Each carries the same"
                                + " Idempotency-Key.")
                .range(0, 5)
                .byDefault("2"));
        keys.add(ConfigKey.of(
                        "actions.*.secret",
                        SECRET,
                        "secret",
                        "Key of the Sidetone-Signature header, HMAC-SHA256, by which the server knows who asks.")
                .example("${file:/etc/sidetone/shop-secret}"));
        keys.add(ConfigKey.of(
                        "actions.*.after-speech",
                        FLAG,
                        TRUE_OR_FALSE,
                        "Runs when the agent has finished speaking, and not at all when the caller interrupts.")
                .byDefault("false"));
        keys.add(ConfigKey.of(
                        "actions.*.follow-up",
                        FLAG,
                        TRUE_OR_FALSE,
                        "Whether the model goes on after a success; without it the turn ends there. Failures it always hears.")
                .byDefault("true"));
        keys.add(ConfigKey.of(
                        "actions.*.max-concurrent",
                        INTEGER,
                        "requests",
                        "Requests of all calls at the same time; further ones wait within their timeout.")
                .range(1, 1_024)
                .byDefault("32"));
        keys.add(ConfigKey.of("actions.*.max-response", SIZE, "size", "Largest answer; a larger one fails the action.")
                .range(256, 1 << 20)
                .byDefault("64KiB"));
    }
}
