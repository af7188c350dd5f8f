package io.sidetone.tools.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Map;

/** One way of a call, as README tells it: a row of boxes for each of its lines. A box is a class, colored by its module. */
final class WayPicture {
    static final Map<String, String> FILLS = Map.of(
            "audio", "#fde9c9",
            "core", "#d6e8fa",
            "transport", "#dcf2dc",
            "speech", "#f3dcf0");

    private static final int WIDTH = 1_000;
    private static final int GAP = 26;
    private static final int ROW = Svg.BOX_HEIGHT + 18;

    private final Svg svg = new Svg();
    private int x;
    private int y = 34;

    private WayPicture() {}

    /** Draws a way; each line is a chain of names with arrows between them, and perhaps a remark after a comma. */
    static String drawn(String name, List<String> chains) {
        WayPicture picture = new WayPicture();
        picture.svg.text(10, 20, 15, name, "start");
        chains.forEach(picture::chain);
        picture.legend();
        return picture.svg.drawn(name, WIDTH, picture.y + 34);
    }

    private void chain(String chain) {
        int comma = chain.indexOf(',');
        String remark = comma < 0 ? "" : chain.substring(comma + 1).strip();
        String[] names = (comma < 0 ? chain : chain.substring(0, comma)).split(" → ");
        x = 10;
        for (int i = 0; i < names.length; i++) {
            box(names[i].strip(), i > 0);
        }
        if (!remark.isEmpty()) {
            svg.text(x + 10, y + 27, 12, remark, "start");
        }
        y += ROW;
    }

    private void box(String name, boolean follows) {
        boolean outside = name.startsWith("(");
        String label = outside ? name.substring(1, name.length() - 1) : name;
        String room = outside ? "" : room(label);
        int width = Math.max(9 * label.length(), 6 * room.length()) + 16;
        int start = follows ? x + GAP : x;
        if (start + width > WIDTH - 10) {
            y += ROW;
            start = 10 + GAP;
            svg.arrow(12, y + Svg.BOX_HEIGHT / 2, start - 2, y + Svg.BOX_HEIGHT / 2);
        } else if (follows) {
            svg.arrow(x + 2, y + Svg.BOX_HEIGHT / 2, start - 2, y + Svg.BOX_HEIGHT / 2);
        }
        String module = room.isEmpty() ? "" : room.substring(0, (room + ".").indexOf('.'));
        svg.box(start, y, width, label, room, FILLS.getOrDefault(module, "#eee"), outside);
        x = start + width;
    }

    private void legend() {
        int at = 10;
        for (String module : FILLS.keySet().stream().sorted().toList()) {
            svg.box(at, y + 4, 90, module, "", FILLS.get(module), false);
            at += 100;
        }
        svg.box(at, y + 4, 250, "a ring between threads, or a service", "", "#eee", true);
        y += Svg.BOX_HEIGHT;
    }

    private static String room(String simpleName) {
        return Product.CLASSES.stream()
                .filter(each -> each.getSimpleName().equals(simpleName) && !each.isNestedClass())
                .map(JavaClass::getPackageName)
                .map(name -> name.replace("io.sidetone.", ""))
                .sorted()
                .findFirst()
                .orElseThrow(() -> new AssertionError("README names " + simpleName + ", and there is no such class"));
    }
}
