package io.sidetone.config.agent;

import io.sidetone.config.binding.As;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.subscriber.LongSecret;
import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Key;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * A web server that is asked about each call while it rings.
 *
 * @param url where the question is posted, or none: nobody is asked
 * @param key of the signature
 * @param toolsAt under what address the tools lie that its answers may give a call, or none
 * @param timeout how long the answer may take
 * @param onFailure what becomes of a call without a usable answer: answer or reject
 */
@Section(
        "A web server that is asked about each SIP call while it rings, by a signed POST: which agent takes it, with what"
                + " variables, prompt, policy, voice and language; or nobody does. docs/context.md.")
public record OnCallConfig(
        @As(ValueType.URL)
                @Rule(OnCallAddress.class)
                @Key(
                        unit = "URL",
                        why =
                                "Where the question is posted. https; http only on this machine. Redirects are not followed.",
                        derived = "nobody is asked",
                        example = "https://crm.example.com/voice/on-call")
                Optional<URI> url,
        @Rule(LongSecret.class)
                @Key(
                        why =
                                "Key of the Sidetone-Signature header, HMAC-SHA256, by which the server knows who asks; 16"
                                        + " characters or more. May be left out for a server on this machine.",
                        example = "${file:/etc/sidetone/on-call-secret}")
                Optional<Secret> key,
        @As(ValueType.URL)
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
    public static final OnCallConfig NOBODY =
            new OnCallConfig(Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofSeconds(1), "answer");

    /** Whether a call without a usable answer is refused. */
    public boolean rejectsOnFailure() {
        return onFailure.equals("reject");
    }
}
