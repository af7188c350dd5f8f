package io.sidetone.config.agent;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.ValueRule;
import io.sidetone.config.value.WebAddress;
import java.net.URI;

/** Under what addresses the tools of one call may lie: https, or http on this machine, and a folder. */
public final class ToolsAddress implements ValueRule<String, URI> {
    @Override
    public URI apply(String text, String path, Problems problems) {
        URI url = WebAddress.of(text, path, "what callers say", problems);
        if (url != null && (!url.getRawPath().endsWith("/") || url.getRawQuery() != null)) {
            problems.add(
                    path, "'" + text + "' is no folder", "end it with /, as in https://HOST/ or https://HOST/FOLDER/");
        }
        return url;
    }
}
