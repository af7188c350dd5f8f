package io.sidetone.config.agent;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.binding.SourceLines;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.subscriber.LongSecret;
import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Key;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Party that is asked about each call while it rings: a web server, a plugin, or none.
 *
 * @param url where the question is posted, or none
 * @param plugin name of the router that is asked, or empty
 * @param options of the router
 * @param optionLines the line of each of them in the file, for errors
 * @param key of the signature of what is posted
 * @param toolsAt under what address the tools lie that a web server's answers may give a call, or none
 * @param timeout how long the answer may take
 * @param onFailure what becomes of a call without a usable answer: answer or reject
 */
@Section(
        "Who is asked about each call that comes in, before it is answered, a web server by a signed POST or a plugin: which agent takes it,"
                + " with what variables, prompt, policy, voice and language; or nobody does. docs/context.md.")
public record OnCallConfig(
        @FileType(ValueType.URL)
                @Rule(OnCallAddress.class)
                @Key(
                        unit = "URL",
                        why =
                                "Where the question is posted. https; http only on this machine. Redirects are not followed.",
                        derived = "no web server is asked",
                        example = "https://crm.example.com/voice/on-call")
                Optional<URI> url,
        @Key(
                        unit = "name of a plugin",
                        why = "The router that is asked in place of a web server, by the name that serve prints for it;"
                                + " docs/plugins.md says more.",
                        example = "acme-numbers")
                String plugin,
        @Key(unit = "names and values", why = "Settings of the router, by its own names.", example = "{region: north}")
                Map<String, String> options,
        @SourceLines("options") Map<String, Integer> optionLines,
        @Rule(LongSecret.class)
                @Key(
                        why =
                                "Key of the Sidetone-Signature header, HMAC-SHA256, by which the server knows who asks; 16"
                                        + " characters or more. May be left out for a server on this machine.",
                        example = "${file:/etc/sidetone/on-call-secret}")
                Optional<Secret> key,
        @FileType(ValueType.URL)
                @Rule(ToolsAddress.class)
                @Key(
                        unit = "URL of a folder",
                        why =
                                "Under what address the tools lie that an answer may give the call; they are posted to as actions are,"
                                        + " with the same key.",
                        derived = "answers give no tools",
                        example = "https://crm.example.com/tools/")
                Optional<URI> toolsAt,
        @Key(
                        why = "How long the answer may take. The caller hears it ring so much longer.",
                        min = 50,
                        max = 5_000,
                        byDefault = "1s")
                Duration timeout,
        @Key(
                        why =
                                "What becomes of a call without a usable answer: answer takes it as the configuration says,"
                                        + " reject refuses it with 480.",
                        words = {"answer", "reject"},
                        byDefault = "answer")
                String onFailure) {
    /** Nobody is asked. */
    public static final OnCallConfig NOBODY = new OnCallConfig(
            Optional.empty(),
            "",
            Map.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Duration.ofSeconds(1),
            "answer");

    /** Returns whether anybody is asked. */
    public boolean asks() {
        return url.isPresent() || asksPlugin();
    }

    /** Returns whether a router is asked. */
    public boolean asksPlugin() {
        return !plugin.isEmpty();
    }

    /** Returns whether a call without a usable answer is refused. */
    public boolean rejectsOnFailure() {
        return onFailure.equals("reject");
    }
}
