package io.sidetone.transport.vip.action;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.ActionValidator;
import io.sidetone.core.port.action.ParameterSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The actions a client can carry out at present (VIP 5.3.1). Immutable: a client replaces it whole. */
public final class ClientRegistry implements ActionValidator {
    /** Nothing can be done. */
    public static final ClientRegistry EMPTY = new ClientRegistry(Map.of());

    private final Map<String, Entry> byId;

    /** An action and the schema of its parameters, read. */
    record Entry(ActionDefinition definition, ParameterSchema schema) {}

    ClientRegistry(Map<String, Entry> byId) {
        this.byId = Map.copyOf(byId);
    }

    /** Returns the action of that id, or null. */
    public ActionDefinition definition(String id) {
        Entry entry = byId.get(id);
        return entry == null ? null : entry.definition();
    }

    /** Every action, by id. */
    public List<ActionDefinition> definitions() {
        return byId.values().stream()
                .map(Entry::definition)
                .sorted(java.util.Comparator.comparing(ActionDefinition::name))
                .toList();
    }

    @Override
    public Optional<ActionResult> refusal(ActionCall call) {
        Entry entry = byId.get(call.action());
        if (entry == null) {
            return Optional.of(ActionResult.failure(
                    call.invocationId(),
                    ActionResult.NOT_REGISTERED,
                    "there is no action '" + call.action() + "' where the user is now"));
        }
        return entry.schema()
                .problem(call.parameters())
                .map(problem -> ActionResult.failure(call.invocationId(), ActionResult.INVALID_PARAMETERS, problem));
    }
}
