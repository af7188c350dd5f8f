package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The results of a run as JSON: what {@code scripts/lib/scale_picture.py} draws. Numbers that were not measured are null. */
final class ScaleJson {
    private ScaleJson() {}

    /** Returns the text. */
    static String text(ScaleResults results) throws IOException {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("machine", results.machine());
        root.put("srtp", results.plan().srtp());
        root.put("rounds", results.plan().rounds());
        root.put("seconds", results.plan().seconds());
        root.put("warmupSeconds", results.plan().warmupS());
        root.put("idleMsPerSecond", results.idleMsPerS());
        root.put("cells", results.cells().stream().map(ScaleJson::cell).toList());
        root.put("ratios", ratios(results));
        root.put("limits", results.limits());
        root.put("goals", Goals.of(results).lines());
        return Json.text(root);
    }

    private static Map<String, Object> cell(Cell cell) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("arm", cell.arm());
        node.put("calls", cell.calls());
        node.put("carried", cell.limit() == null);
        node.put("costUs", cell.costUs());
        node.put("groupUs", ThreadGroups.ALL.stream().collect(Collectors.toMap(Function.identity(), cell::groupUs)));
        node.put("latenessP99Ms", cell.range(Turn::latenessMs));
        node.put("controlP99Ms", cell.range(Turn::controlMs));
        node.put("refused", cell.range(Turn::refused).median());
        node.put("skipped", cell.range(Turn::skipped).median());
        node.put("delivered", cell.range(Turn::delivered));
        node.put("memory", cell.memory());
        node.put("turns", cell.turns());
        return node;
    }

    private static List<Map<String, Object>> ratios(ScaleResults results) {
        List<Map<String, Object>> ratios = new ArrayList<>();
        for (Cell cell : results.cells()) {
            for (Compared pair : Compared.of(results.plan())) {
                if (cell.arm() == pair.variant()) {
                    results.ratios(cell.calls(), pair.variant(), pair.reference())
                            .ifPresent(ratio -> ratios.add(Map.of(
                                    "calls",
                                    cell.calls(),
                                    "of",
                                    pair.variant() + " / " + pair.reference(),
                                    "ratio",
                                    ratio)));
                }
            }
        }
        return ratios;
    }
}
