package io.sidetone.config.agent;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.UrlMask;
import io.sidetone.config.value.ValueRule;
import io.sidetone.config.value.WebAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/** Address at which files of calls are put: https, or http on this machine, with names that each call fills in. */
public final class UploadAddress implements ValueRule<String, String> {
    /** Id of the call. */
    public static final String CALL_ID = "{callId}";

    /** Name of the agent. */
    public static final String AGENT = "{agent}";

    /** Day on which the call began, in UTC: 2026-11-26. */
    public static final String DATE = "{date}";

    private static final List<String> NAMES = List.of(CALL_ID, AGENT, DATE);

    @Override
    public String apply(String text, String path, Problems problems) {
        String filled = text;
        for (String name : NAMES) {
            filled = filled.replace(name, "x");
        }
        String shown = UrlMask.masked(text);
        if (filled.contains("{") || !text.contains(CALL_ID)) {
            problems.add(
                    path,
                    "'" + shown + "' does not name each call by its own",
                    "write {callId} where the id of the call belongs; {agent} and {date} are filled in too");
            return text;
        }
        try {
            URI url = new URI(filled);
            if (url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
                problems.add(
                        path,
                        "is no plain URL of a web server",
                        "write https://HOST/PATH, without user, password or fragment; see upload-token");
            } else if (!WebAddress.confidential(url)) {
                problems.add(
                        path,
                        "'" + url.getScheme() + "://" + url.getHost() + "' would carry recordings in the clear",
                        "use https; http is for this machine alone");
            }
        } catch (URISyntaxException e) {
            problems.add(path, "'" + shown + "' is no URL", "write https://HOST/PATH");
        }
        return text;
    }
}
