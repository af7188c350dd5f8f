package io.sidetone.tools.softphone.demo;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.core.disk.OwnerOnly;
import io.sidetone.tools.softphone.api.FollowedCall;
import io.sidetone.tools.softphone.api.ServerApi;
import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.call.PhoneCall;
import io.sidetone.tools.softphone.page.CallPage;
import io.sidetone.tools.softphone.report.JsonReport;
import io.sidetone.tools.softphone.report.TextReport;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.ScriptException;
import io.sidetone.tools.softphone.script.ScriptFile;
import io.sidetone.tools.softphone.signalling.SipTarget;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * {@code DemoMain SIP-URI API-URL SCRIPT FOLDER}: places the call and prints who spoke when, with the server's states
 * and transcripts. Writes {@code call.wav}, {@code call.html} and {@code call.json} into the folder. The exit code is 0
 * when an appointment was booked by speech and the caller interrupted the agent; otherwise it is 1, and the missing
 * parts are printed.
 */
public final class DemoMain {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final long SEED = 20_260_101L;

    private final PrintWriter out;
    private final ServerApi api;
    private final Path folder;

    private DemoMain(PrintWriter out, ServerApi api, Path folder) {
        this.out = out;
        this.api = api;
        this.folder = folder;
    }

    /** Runs the demonstration and ends the process. */
    public static void main(String[] args) throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        if (args.length != 4) {
            System.err.println("demo: four arguments are needed: SIP-URI API-URL SCRIPT FOLDER");
            System.exit(USAGE);
        }
        Path folder = Files.createDirectories(Path.of(args[3]));
        DemoMain demo = new DemoMain(out, new ServerApi(URI.create(args[1])), folder);
        System.exit(demo.run(SipTarget.resolve(args[0]), Path.of(args[2])));
    }

    private int run(SipTarget target, Path script) throws Exception {
        CallScript parsed;
        try {
            parsed = ScriptFile.read(script, SampleRate.NARROWBAND_HZ, notice -> {});
        } catch (ScriptException e) {
            e.problems().forEach(problem -> System.err.println("demo: " + script + ": " + problem));
            return USAGE;
        }
        FollowedCall followed = new FollowedCall(api);
        PhoneCall call = new PhoneCall(target, parsed, ScenarioLimits.DEFAULT, followed, SEED, System::nanoTime);
        CallResult result = call.run();
        if (result instanceof CallResult.Failed failed) {
            System.err.println("demo: the call failed: " + failed);
            return FAILED;
        }
        CallResult.Completed completed = (CallResult.Completed) result;
        ServerCall server = followed.ended();
        show(completed, server);
        write(completed, server);
        return judge(completed, server);
    }

    private void show(CallResult.Completed call, ServerCall server) {
        List<TextReport.Line> lines = new ArrayList<>(TextReport.timeline(call));
        for (ServerCall.Event event : server.timeline()) {
            double atMs = event.atMs() + server.zeroMs(call.report().answerMs());
            String text = event.text();
            switch (event.kind()) {
                case "state" -> lines.add(new TextReport.Line(atMs, null, "state", text));
                case "transcript" -> lines.add(new TextReport.Line(atMs, null, "heard", quoted(text)));
                case "agent" -> lines.add(new TextReport.Line(atMs, null, "said", quoted(text)));
                case "partial" -> {}
                default -> lines.add(new TextReport.Line(atMs, null, event.kind(), text));
            }
        }
        lines.sort(Comparator.comparingDouble(TextReport.Line::startMs));
        lines.forEach(line -> out.println(TextReport.text(line)));
        out.println();
        out.println("Measured on the wire");
        TextReport.measurements(call).forEach(out::println);
        out.println();
    }

    private static String quoted(String text) {
        return "“" + text + "”";
    }

    private void write(CallResult.Completed call, ServerCall server) throws IOException {
        Path wav = folder.resolve("call.wav");
        try (OutputStream file = OwnerOnly.output(wav)) {
            WavWriter.write(call.recording().wav(), file);
        }
        Path page = folder.resolve("call.html");
        OwnerOnly.write(page, CallPage.of("A call to the appointment desk", call, Optional.of(server)));
        Path json = folder.resolve("call.json");
        OwnerOnly.write(json, JsonReport.of(call.report()).toPrettyString() + System.lineSeparator());
        out.println("recording  " + wav + " (left the caller, right the agent)");
        out.println("page       " + page);
        out.println("numbers    " + json);
    }

    private int judge(CallResult.Completed call, ServerCall server) {
        List<String> missing = DemoVerdict.missing(call, server);
        if (missing.isEmpty()) {
            out.println("An appointment was booked by speech, and the caller interrupted the agent.");
            return 0;
        }
        missing.forEach(what -> System.err.println("demo: " + what));
        return FAILED;
    }
}
