package io.sidetone.bench.scale;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The results of a run as JSON: what {@code scripts/lib/scale_picture.py} draws. Numbers that were not measured are null. */
final class ScaleJson {
    private static final double THOUSAND = 1e3;

    private final ObjectMapper mapper = new ObjectMapper();
    private final ScaleResults results;

    ScaleJson(ScaleResults results) {
        this.results = results;
    }

    /** Returns the text. */
    String text() {
        ScalePlan plan = results.plan();
        ObjectNode root = mapper.createObjectNode();
        ArrayNode machine = root.putArray("machine");
        results.machine().forEach(machine::add);
        root.put("srtp", plan.srtp()).put("rounds", plan.rounds()).put("seconds", plan.seconds());
        root.put("warmupSeconds", plan.warmupS());
        ObjectNode idle = root.putObject("idleMsPerSecond");
        results.idleMsPerS().forEach((arm, ms) -> number(idle, arm.toString(), ms));
        ArrayNode cells = root.putArray("cells");
        results.cells().forEach(cell -> cells.add(cell(cell)));
        ArrayNode ratios = root.putArray("ratios");
        results.cells().stream().map(Cell::calls).distinct().forEach(calls -> {
            Compared.of(plan).forEach(pair -> ratio(ratios, calls, pair));
        });
        strings(root.putArray("limits"), results.limits());
        strings(root.putArray("goals"), Goals.of(results).lines());
        try {
            return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of numbers and strings cannot be written", e);
        }
    }

    private static void strings(ArrayNode array, List<String> lines) {
        lines.forEach(array::add);
    }

    private ObjectNode cell(Cell cell) {
        ObjectNode node = mapper.createObjectNode();
        node.put("arm", cell.arm().toString()).put("calls", cell.calls()).put("carried", cell.limit() == null);
        range(node, "costUs", cell.costUs());
        ObjectNode groups = node.putObject("groupUs");
        ThreadGroups.ALL.forEach(group -> number(groups, group, cell.groupUs(group)));
        range(node, "latenessP99Ms", cell.range(Turn::latenessMs));
        range(node, "controlP99Ms", cell.range(Turn::controlMs));
        number(node, "refused", cell.range(Turn::refused).median());
        number(node, "skipped", cell.range(Turn::skipped).median());
        range(node, "delivered", cell.range(Turn::delivered));
        number(node, "heapSpeakingKb", cell.memory().speakingKb());
        number(node, "heapQuietKb", cell.memory().quietKb());
        number(node, "residentKb", cell.memory().residentKb());
        ArrayNode turns = node.putArray("turns");
        for (Turn turn : cell.turns()) {
            ObjectNode one = turns.addObject();
            number(one, "costUs", turn.failure() == null ? turn.costUs() : Double.NaN);
            number(one, "sent", turn.sent());
            number(one, "counted", turn.counted());
            number(one, "delivered", turn.delivered());
            number(one, "latenessP99Ms", turn.latenessMs());
            number(one, "controlP99Ms", turn.controlMs());
            number(one, "refused", turn.refused());
            number(one, "skipped", turn.skipped());
            one.put("refusal", turn.refusal());
        }
        return node;
    }

    private void ratio(ArrayNode ratios, int calls, Compared pair) {
        results.ratios(calls, pair.variant(), pair.reference()).ifPresent(ratio -> {
            ObjectNode node =
                    ratios.addObject().put("calls", calls).put("of", pair.variant() + " / " + pair.reference());
            number(node, "median", ratio.median());
            number(node, "least", ratio.least());
            number(node, "greatest", ratio.greatest());
        });
    }

    private static void range(ObjectNode node, String name, Range range) {
        ObjectNode one = node.putObject(name);
        number(one, "median", range.median());
        number(one, "least", range.least());
        number(one, "greatest", range.greatest());
    }

    private static void number(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, Math.round(value * THOUSAND) / THOUSAND);
        } else {
            node.putNull(name);
        }
    }
}
