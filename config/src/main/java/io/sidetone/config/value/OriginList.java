package io.sidetone.config.value;

import io.sidetone.config.problem.Problems;
import java.util.List;

/** Origins of web pages: scheme, host and port each. */
public final class OriginList implements ValueRule<List<String>, List<String>> {
    @Override
    public List<String> apply(List<String> origins, String path, Problems problems) {
        for (String origin : origins) {
            if (!origin.matches(PublicBase.FORM)) {
                problems.add(
                        path,
                        "'" + origin + "' is not a scheme and a host",
                        "write each as the browser names it, like https://app.example.com, with the port where it is"
                                + " no usual one; there are no wildcards");
            }
        }
        return origins;
    }
}
