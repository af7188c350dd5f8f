package io.sidetone.config.agent;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.ValueRule;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The name of a flow's file to where it lies; null for what is no path. */
public final class FlowFile implements ValueRule<String, FlowSource> {
    private final Path folder;

    /** Creates the rule; {@code folder} is where paths start from. */
    public FlowFile(Path folder) {
        this.folder = folder;
    }

    @Override
    public FlowSource apply(String location, String path, Problems problems) {
        try {
            return FlowSource.of(location, folder);
        } catch (InvalidPathException e) {
            problems.add(path, "'" + location + "' is not a path", "name a file");
            return null;
        }
    }
}
