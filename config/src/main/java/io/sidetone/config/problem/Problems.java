package io.sidetone.config.problem;

import java.util.ArrayList;
import java.util.List;

/** Collects problems while a configuration is read, so that all are reported at once. Not thread-safe. */
public final class Problems {
    private static final int MOST = 100;

    private final List<ConfigProblem> found = new ArrayList<>();
    private int omitted;

    /** Notes a problem at {@code path}. */
    public void add(String path, String problem, String remedy) {
        if (found.size() < MOST) {
            found.add(new ConfigProblem(path, problem, remedy));
        } else {
            omitted++;
        }
    }

    /** Returns whether nothing is wrong so far. */
    public boolean none() {
        return found.isEmpty();
    }

    /** Throws everything that was found, if anything was. */
    public void throwIfAny(String source) throws ConfigException {
        if (none()) {
            return;
        }
        List<ConfigProblem> all = new ArrayList<>(found);
        if (omitted > 0) {
            all.add(new ConfigProblem(source, omitted + " more problems are not shown", "mend those above first"));
        }
        throw new ConfigException(source, all);
    }
}
