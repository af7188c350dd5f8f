package io.sidetone.tools.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The packages of a module as a table: what each is for, on which thread it runs, what it writes. */
final class Rooms {
    private static final Pattern INFO = Pattern.compile(
            "/\\*\\*(?<what>.*?)(?:<p>.*?)?<ul>.*?Runs on:(?<runs>.*?)<li>Reads:.*?<li>Writes:(?<writes>.*?)<li>Allocates:.*?"
                    + "package (?<name>[a-z0-9_.]+);",
            Pattern.DOTALL);

    private Rooms() {}

    static String table(String module) {
        Path folder = Product.folder(module);
        return Product.mainSources().stream()
                .filter(file -> file.startsWith(folder) && file.endsWith("package-info.java"))
                .map(Rooms::row)
                .collect(Collectors.joining(
                        "\n", "| room | what it is for | runs on | writes |\n|---|---|---|---|\n", ""));
    }

    private static String row(Path file) {
        List<String> lines = Product.lines(file);
        Matcher info = INFO.matcher(String.join("\n", lines));
        if (!info.find()) {
            throw new AssertionError(
                    Product.name(file) + " does not say what the package is for, where it runs, what it "
                            + "reads, writes and allocates, in this order");
        }
        String room = info.group("name").replace("io.sidetone.", "");
        return "| `" + room + "` | " + plain(info.group("what")) + " | " + plain(info.group("runs")) + " | "
                + plain(info.group("writes")) + " |";
    }

    private static String plain(String javadoc) {
        return javadoc.replaceAll("(?m)^ \\*", "")
                .replaceAll("\\{@(?:code|link) ([^}]*)}", "`$1`")
                .replaceAll("<[^>]+>", "")
                .replace("|", "\\|")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
