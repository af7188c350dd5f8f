package io.sidetone.config.value;

import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import java.time.DateTimeException;
import java.time.ZoneId;

/** The name of a time zone, as the IANA database has it. */
public final class ZoneName implements ValueRule<String, ZoneId> {
    @Override
    public ZoneId apply(String name, String path, Problems problems) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException unknown) {
            problems.add(
                    path,
                    "'" + name + "' is no time zone",
                    Nearest.to(name, ZoneId.getAvailableZoneIds())
                            .map(near -> "did you mean " + near + "?")
                            .orElse("use one such as Europe/Berlin or UTC"));
            return null;
        }
    }
}
