package io.sidetone.transport.http.control;

import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.events.EventHub;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/** The commands of {@code /api/calls/{id}/…} and the stream of {@code /api/events}. */
public final class CommandRoutes {
    private static final String CALL_ID = "[0-9A-Za-z]{1,64}";
    private static final Pattern DIGITS = Pattern.compile("[0-9*#A-Da-d]{1,32}");
    private static final Pattern TARGET = Pattern.compile("(sips?|tel):[^\\s<>\"]{1,250}", Pattern.CASE_INSENSITIVE);
    private static final Pattern REASON = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final String LAST_ID = "Last-Event-ID";
    private static final int MAX_DELAY_MS = 10_000;

    private CommandRoutes() {}

    /** The answer of {@code GET /api/policies}. */
    private record Policies(List<PolicyLine> policies) {}

    private record PolicyLine(String name, String profile) {}

    /** The answer to an accepted command. */
    private record Accepted(String callId, String state) {}

    /** Reads a command from a body. */
    @FunctionalInterface
    private interface Reader {
        CallCommand read(CommandBody body) throws BadCommandException;
    }

    /**
     * Returns the routes.
     *
     * @param commands handles the commands
     * @param hub sends events to subscribers
     */
    public static List<Route> of(CommandHandler commands, EventHub hub) {
        return List.of(
                command(commands, "yield", CommandRoutes::yieldTurn),
                command(commands, "grant", CommandRoutes::grant),
                command(commands, "say", CommandRoutes::say),
                command(commands, "policy", CommandRoutes::policy),
                command(
                        commands,
                        "hold",
                        body -> new CallCommand.Hold(body.only(Set.of("on")).flag("on", null))),
                command(
                        commands,
                        "recording",
                        body -> new CallCommand.Recording(
                                body.only(Set.of("on")).flag("on", null))),
                command(commands, "transfer", CommandRoutes::transfer),
                command(commands, "dtmf", CommandRoutes::digits),
                command(
                        commands,
                        "hangup",
                        body -> new CallCommand.HangUp(
                                body.only(Set.of("headers")).headers("headers"))),
                Route.of("GET", "/api/policies", request -> Answer.json(200, policies(commands.policies()))),
                Route.of("GET", "/api/events", request -> events(commands, hub, request)));
    }

    private static byte[] policies(Map<String, String> policies) {
        return Json.bytes(new Policies(policies.entrySet().stream()
                .map(policy -> new PolicyLine(policy.getKey(), policy.getValue()))
                .toList()));
    }

    private static Route command(CommandHandler commands, String name, Reader reader) {
        return new Route("POST", "/api/calls/{id}/" + name, false, request -> run(commands, reader, request));
    }

    private static CompletionStage<Answer> run(CommandHandler commands, Reader reader, Request request) {
        String id = request.parameter("id");
        if (!id.matches(CALL_ID)) {
            return CompletableFuture.completedFuture(unknown(""));
        }
        try {
            CallCommand command = reader.read(CommandBody.of(request.body(), request.contentType()));
            return commands.command(id, command).thenApply(outcome -> answer(id, outcome));
        } catch (BadCommandException bad) {
            return CompletableFuture.completedFuture(Problem.of(bad.status(), bad.getMessage()));
        }
    }

    private static Answer answer(String id, CommandOutcome outcome) {
        return switch (outcome.kind()) {
            case ACCEPTED -> Answer.json(202, Json.bytes(new Accepted(id, outcome.state())));
            case UNKNOWN -> unknown(" " + id);
            case CONFLICT -> Problem.conflict(outcome.detail(), outcome.state());
            case FORBIDDEN -> Problem.of(403, outcome.detail());
            case INVALID -> Problem.of(400, outcome.detail());
        };
    }

    private static Answer unknown(String id) {
        return Problem.of(404, "there is no call" + id + "; GET /api/calls lists those that live");
    }

    private static CallCommand yieldTurn(CommandBody body) throws BadCommandException {
        return new CallCommand.Yield(code(body.only(Set.of("reason")).text("reason", "requested"), "reason"));
    }

    private static String code(String text, String name) throws BadCommandException {
        if (!REASON.matcher(text).matches()) {
            throw new BadCommandException(
                    400,
                    name + ": '" + CommandBody.shown(text)
                            + "' is no short code; use up to 64 letters, digits, '.', '_' and"
                            + " '-', because it is logged and no words of anybody are");
        }
        return text;
    }

    private static CallCommand grant(CommandBody body) throws BadCommandException {
        CommandBody hints = body.only(Set.of("hints"))
                .inner("hints")
                .only(Set.of("expectResponse", "autoResponseDelayMs", "requestId"));
        String requestId = hints.text("requestId", "");
        return new CallCommand.Grant(
                hints.flag("expectResponse", true),
                hints.number("autoResponseDelayMs", 0, 0, MAX_DELAY_MS),
                requestId.isEmpty() ? "" : code(requestId, "requestId"));
    }

    private static CallCommand say(CommandBody body) throws BadCommandException {
        body.only(Set.of("text", "interrupt"));
        return new CallCommand.Say(body.text("text", null), body.flag("interrupt", false));
    }

    private static CallCommand policy(CommandBody body) throws BadCommandException {
        if (body.fields().isEmpty()) {
            throw new BadCommandException(
                    400, "name: is missing; give the name of a configured policy, or fields of one such as profile");
        }
        if (body.fields().containsKey("name")) {
            return new CallCommand.Policy(body.only(Set.of("name")).text("name", null), null);
        }
        return new CallCommand.Policy(null, body.fields());
    }

    private static CallCommand transfer(CommandBody body) throws BadCommandException {
        String call = body.only(Set.of("to", "call", "headers")).text("call", "");
        if (!call.isEmpty()) {
            return new CallCommand.Connect(body.only(Set.of("call")).text("call", null));
        }
        String to = body.text("to", null);
        if (!TARGET.matcher(to).matches()) {
            throw new BadCommandException(
                    400,
                    "to: '" + CommandBody.shown(to)
                            + "' is no sip:, sips: or tel: URI; give one, such as sip:desk@192.0.2.1");
        }
        return new CallCommand.Transfer(to, body.headers("headers"));
    }

    private static CallCommand digits(CommandBody body) throws BadCommandException {
        String digits = body.only(Set.of("digits")).text("digits", null);
        if (!DIGITS.matcher(digits).matches()) {
            throw new BadCommandException(
                    400,
                    "digits: '" + CommandBody.shown(digits)
                            + "' is not 1 to 32 of 0-9, *, #, A-D; give telephone keys");
        }
        return new CallCommand.Digits(digits);
    }

    private static Answer events(CommandHandler commands, EventHub hub, Request request) {
        List<String> ids = request.query().getOrDefault("call", List.of());
        if (ids.isEmpty()) {
            return hub.subscription(null, request.confidential(), request.header(LAST_ID), () -> true);
        }
        String id = ids.get(0);
        if (ids.size() > 1) {
            return Problem.of(400, "call: is given " + ids.size() + " times; give one call, or none for all");
        }
        if (!id.matches(CALL_ID)) {
            return unknown("");
        }
        CommandOutcome outcome = commands.subscribable(id);
        return outcome.kind() == CommandOutcome.Kind.ACCEPTED
                ? hub.subscription(
                        id,
                        request.confidential(),
                        request.header(LAST_ID),
                        () -> commands.subscribable(id).kind() == CommandOutcome.Kind.ACCEPTED)
                : answer(id, outcome);
    }
}
