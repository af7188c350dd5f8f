package io.sidetone.server.actions.webhook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;

/** JSON that other people's servers write. */
public final class WebhookJson {
    private static final int MAX_DEPTH = 32;

    /** Refuses what is nested too deeply. */
    public static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build());

    private WebhookJson() {}
}
