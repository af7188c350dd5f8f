package io.sidetone.config.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Collects problems while a configuration is read, so that all are reported at once. Not thread-safe. */
public final class Problems {
    private static final int MOST = 100;

    /** Names that a sentence holds only where the key is meant. */
    private static final Pattern KEY_ALONE = Pattern.compile("[a-z]+[A-Z-].*");

    private final List<ConfigProblem> found = new ArrayList<>();
    private Set<String> wrong = Set.of();
    private int omitted;

    /**
     * Leaves out from now on what only follows from a key that is wrong and has its default for the time being: what is said
     * of it, of what stands below it, and of others in comparison with it.
     *
     * @param keys wrong keys; may grow
     */
    public void withoutConsequencesOf(Set<String> keys) {
        wrong = keys;
    }

    /** Notes a problem at {@code path}. */
    public void add(String path, String problem, String remedy) {
        if (wrong.stream().anyMatch(key -> follows(path, problem + " " + remedy, key))) {
            return;
        }
        if (found.size() < MOST) {
            found.add(new ConfigProblem(path, problem, remedy));
        } else {
            omitted++;
        }
    }

    private static boolean follows(String path, String text, String key) {
        if (path.equals(key) || path.startsWith(key + ".") || path.startsWith(key + "[")) {
            return true;
        }
        int last = key.lastIndexOf('.') + 1;
        if (last == 0) {
            return false;
        }
        String name = key.substring(last);
        boolean beside = path.startsWith(key.substring(0, last))
                && KEY_ALONE.matcher(name).matches();
        return names(text, key) || beside && names(text, name);
    }

    private static boolean names(String text, String key) {
        return text.contains(key)
                && Pattern.compile("(?<![\\w.-])" + Pattern.quote(key) + "(?![\\w-]|\\.\\w)")
                        .matcher(text)
                        .find();
    }

    /** Returns how many there are so far. */
    public int count() {
        return found.size() + omitted;
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
