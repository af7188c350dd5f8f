package io.sidetone.tools.architecture;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The modules in columns: an arrow leads from a module to one it uses. What a used module uses already has no arrow. */
final class ModulePicture {
    private static final int COLUMN = 190;
    private static final int ROW = 70;
    private static final int BOX = 130;

    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>.*?</dependency>");
    private static final Pattern OURS = Pattern.compile("<artifactId>sidetone-([a-z-]+)</artifactId>");

    private final Map<String, Set<String>> uses = new LinkedHashMap<>();

    private ModulePicture() {
        Product.MODULES.forEach(module -> uses.put(module, used(module)));
    }

    static String drawn() {
        return new ModulePicture().picture();
    }

    /** What the module's pom names, but for its tests. */
    private static Set<String> used(String module) {
        Path pom = Product.folder(module).resolve("pom.xml");
        return DEPENDENCY
                .matcher(String.join("", Product.lines(pom)))
                .results()
                .map(MatchResult::group)
                .filter(dependency -> !dependency.contains("<scope>test</scope>"))
                .map(dependency -> OURS.matcher(dependency))
                .filter(Matcher::find)
                .map(ours -> ours.group(1))
                .filter(Product.MODULES::contains)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private int column(String module) {
        return uses.get(module).stream()
                .mapToInt(used -> column(used) + 1)
                .max()
                .orElse(0);
    }

    private boolean reaches(String from, String to) {
        return uses.get(from).stream().anyMatch(used -> used.equals(to) || reaches(used, to));
    }

    private String picture() {
        Map<Integer, List<String>> columns =
                uses.keySet().stream().collect(Collectors.groupingBy(this::column, TreeMap::new, Collectors.toList()));
        int rows = columns.values().stream().mapToInt(List::size).max().orElse(0);
        Map<String, int[]> places = new LinkedHashMap<>();
        columns.forEach((column, modules) -> {
            int top = 20 + (rows - modules.size()) * ROW / 2;
            for (int i = 0; i < modules.size(); i++) {
                places.put(modules.get(i), new int[] {20 + column * COLUMN, top + i * ROW});
            }
        });
        Svg svg = new Svg();
        places.forEach((module, place) -> {
            String fill = WayPicture.FILLS.getOrDefault(module.replace("-netty", ""), "#eee");
            svg.box(place[0], place[1], BOX, module, "", fill, false);
            for (String used : uses.get(module)) {
                boolean beyond =
                        uses.get(module).stream().anyMatch(other -> !other.equals(used) && reaches(other, used));
                if (!beyond) {
                    int[] to = places.get(used);
                    svg.arrow(place[0] - 2, place[1] + Svg.BOX_HEIGHT / 2, to[0] + BOX + 2, to[1] + Svg.BOX_HEIGHT / 2);
                }
            }
        });
        return svg.drawn("Modules", 20 + columns.size() * COLUMN, 20 + rows * ROW);
    }
}
