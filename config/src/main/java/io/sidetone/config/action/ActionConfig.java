package io.sidetone.config.action;

import io.sidetone.config.binding.EntryName;
import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.binding.SourceLines;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Key;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * An action that a web server or a plugin carries out.
 *
 * @param name unique among all actions
 * @param type how it is carried out
 * @param plugin name of the plugin that carries it out; empty for a webhook
 * @param key of the plugin, a secret
 * @param options of the plugin
 * @param optionLines the line of each of them in the file, for errors
 * @param givenUrl where it is posted; none for a plugin
 * @param description for the model; a plugin has one of its own
 * @param givenParameters JSON Schema 2020-12, if there is one
 * @param timeout for everything, attempts and pauses together
 * @param retries attempts after the first
 * @param secret key of the signature
 * @param afterSpeech whether it waits for the end of playback
 * @param followUp whether the model goes on after its success
 * @param maxConcurrent requests at the same time
 * @param maxResponseBytes largest answer
 */
@Section(
        "Actions of agents, by a name of your choice. hang_up, transfer, send_digits, hold, pause_recording and resume_recording are there"
                + " already, and book_appointment and request_callback of the shipped desk.")
public record ActionConfig(
        @EntryName String name,
        @Key(
                        unit = "type of action",
                        why = "webhook: a web server of yours is asked by a POST. plugin: a plugin of yours does it.",
                        mandatory = true,
                        example = "webhook")
                Type type,
        @Key(
                        unit = "name of a plugin",
                        why =
                                "The plugin that carries it out, by the name that serve prints for it; docs/plugins.md says more.",
                        example = "acme-stock")
                String plugin,
        @Key(
                        why =
                                "A secret of the plugin. Keep it out of this file: ${NAME} reads a variable, ${file:PATH} a file.",
                        example = "${file:/etc/sidetone/stock.key}")
                Optional<Secret> key,
        @Key(
                        unit = "names and values",
                        why = "Settings of the plugin, by its own names.",
                        example = "{warehouse: north}")
                Map<String, String> options,
        @SourceLines("options") Map<String, Integer> optionLines,
        @FileType(ValueType.URL)
                @Rule(ActionAddress.class)
                @Key(
                        name = "url",
                        unit = "URL",
                        why = ActionConfig.URL_WHY,
                        derived = "none; a webhook needs one",
                        example = "https://shop.example.com/voice/stock")
                Optional<URI> givenUrl,
        @Key(
                        why = ActionConfig.DESCRIPTION_WHY,
                        derived = "what the plugin says; a webhook needs one",
                        example = "\"Tells how many pieces of an article are in stock.\"")
                String description,
        @FileType(ValueType.DATA)
                @Rule(SchemaFile.class)
                @Key(
                        name = "parameters",
                        unit = "JSON Schema 2020-12",
                        why = "What the action takes: a schema of type object, written here or in a file. Calls that do"
                                + " not fit go back to the model and never leave.",
                        example = "{type: object, properties: {article: {type: string}}, required: [article]}")
                Optional<Map<String, Object>> givenParameters,
        @Key(
                        why = "For everything together: waiting, attempts, pauses. The caller waits that long.",
                        min = 100,
                        max = 120_000,
                        byDefault = "10s")
                Duration timeout,
        @Key(
                        unit = "attempts after the first",
                        why = "Only where the server did not take the request on: no connection, 429, 5xx. Each carries"
                                + " the same Idempotency-Key.",
                        min = 0,
                        max = 5,
                        byDefault = "2")
                int retries,
        @Key(
                        why = "Key of the Sidetone-Signature header, HMAC-SHA256, by which the server knows who asks.",
                        example = "${file:/etc/sidetone/shop-secret}")
                Optional<Secret> secret,
        @Key(
                        why = "Runs when the agent has finished speaking, and not at all when the caller interrupts.",
                        byDefault = "false")
                boolean afterSpeech,
        @Key(
                        why = "Whether the model goes on after a success; without it the turn ends there. Failures it"
                                + " always hears.",
                        byDefault = "true")
                boolean followUp,
        @Key(
                        unit = "requests",
                        why = "Requests of all calls at the same time; further ones wait within their timeout.",
                        min = 1,
                        max = 1_024,
                        byDefault = "32")
                int maxConcurrent,
        @FileType(ValueType.SIZE)
                @Key(
                        name = "max-response",
                        why = "Largest answer; a larger one fails the action.",
                        min = 256,
                        max = 1 << 20,
                        byDefault = "64KiB")
                int maxResponseBytes) {
    static final String URL_WHY = "Where it is posted. https; http only on this machine. Redirects are not followed.";
    static final String DESCRIPTION_WHY = "What the action does and when to use it: what a model decides by.";

    private static final Map<String, Object> NO_PARAMETERS = Map.of("type", "object");

    /** Ways in which an action is carried out. */
    public enum Type {
        /** A web server is asked by a POST. */
        WEBHOOK,
        /** A plugin does it. */
        PLUGIN
    }

    /** Returns where a webhook is posted. */
    public URI url() {
        return givenUrl.orElseThrow();
    }

    /** Returns the JSON Schema of what the action takes; that of an empty object where none is given. */
    public Map<String, Object> parameters() {
        return givenParameters.orElse(NO_PARAMETERS);
    }
}
