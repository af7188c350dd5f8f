package io.sidetone.config.problem;

/**
 * One thing that is wrong. Its text is {@code path: problem; remedy}, on one line.
 *
 * @param path the key, such as {@code sip.trunks[0].from}, or the file
 * @param problem what is wrong, naming the value and the rule
 * @param remedy what to do about it
 */
public record ConfigProblem(String path, String problem, String remedy) {
    /** Creates a problem; characters that would break or forge a line are made visible. */
    public ConfigProblem {
        path = Printable.text(path);
        problem = Printable.text(problem);
        remedy = Printable.text(remedy);
    }

    @Override
    public String toString() {
        return path + ": " + problem + "; " + remedy;
    }
}
