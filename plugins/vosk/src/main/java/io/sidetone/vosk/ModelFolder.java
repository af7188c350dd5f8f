package io.sidetone.vosk;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.port.vad.UnusableModelException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder that holds a model, looked through before the library is given it: Kaldi says little, and on standard error.
 *
 * @param path the folder
 * @param sampleRateHz what the model was trained with: 8000 or 16000
 * @param phrasesPossible whether its graph can be made for a list of phrases
 */
record ModelFolder(Path path, int sampleRateHz, boolean phrasesPossible) {
    private static final String WHERE =
            "unpack a model from https://alphacephei.com/vosk/models and name the folder that has"
                    + " am, conf and graph in it";
    private static final Pattern RATE = Pattern.compile("(?m)^\\s*--sample-frequency\\s*=\\s*([0-9.]+)");
    private static final long MOST_BYTES = 64 * 1_024;

    /**
     * Looks through {@code path}.
     *
     * @throws UnusableModelException naming what is missing, and the remedy
     */
    static ModelFolder of(Path path) throws UnusableModelException {
        if (!Files.isDirectory(path)) {
            throw new UnusableModelException(path + " is no folder that can be read; " + WHERE);
        }
        // The layout without conf is older than 2020.
        boolean old = !Files.exists(path.resolve("am")) && Files.exists(path.resolve("final.mdl"));
        Path graph = old ? path : path.resolve("graph");
        need(path, old ? "final.mdl" : "am/final.mdl");
        if (!old) {
            need(path, "conf/model.conf");
        }
        boolean whole = Files.exists(graph.resolve("HCLG.fst"));
        for (String part :
                whole ? new String[] {"HCLG.fst"} : new String[] {"HCLr.fst", "Gr.fst", "disambig_tid.int"}) {
            need(path, path.relativize(graph.resolve(part)).toString());
        }
        return new ModelFolder(path, rate(path, old ? path : path.resolve("conf")), !whole);
    }

    private static void need(Path folder, String part) throws UnusableModelException {
        Path file = folder.resolve(part);
        String problem = Files.isReadable(file) && !Files.isDirectory(file)
                ? size(file) == 0 ? " is empty" : ""
                : " is missing or cannot be read";
        if (!problem.isEmpty()) {
            throw new UnusableModelException(folder + " is no whole Vosk model: " + part + problem + "; " + WHERE);
        }
    }

    private static int rate(Path folder, Path conf) throws UnusableModelException {
        for (String name : new String[] {"mfcc.conf", "fbank.conf"}) {
            Path file = conf.resolve(name);
            if (Files.isReadable(file)) {
                return rate(folder, name, text(folder, file));
            }
        }
        need(folder, folder.relativize(conf.resolve("mfcc.conf")).toString());
        throw new IllegalStateException(conf + " changes while it is read; start again");
    }

    private static int rate(Path folder, String name, String settings) throws UnusableModelException {
        Matcher given = RATE.matcher(settings);
        if (!given.find()) {
            return SampleRate.WIDEBAND_HZ; // Kaldi's own default
        }
        String text = given.group(1);
        for (int rateHz : new int[] {SampleRate.NARROWBAND_HZ, SampleRate.WIDEBAND_HZ}) {
            if (text.matches(rateHz + "(\\.0*)?")) {
                return rateHz;
            }
        }
        throw new UnusableModelException(folder + " is made for " + text + " Hz (" + name
                + "), and calls have 8000 or 16000; use a model of one of these rates");
    }

    private static String text(Path folder, Path file) throws UnusableModelException {
        try {
            if (size(file) <= MOST_BYTES) {
                return Files.readString(file);
            }
        } catch (MalformedInputException noText) {
            // Said below.
        } catch (IOException e) {
            throw new UnusableModelException(file + " cannot be read (" + e.getMessage() + "); make it readable");
        }
        throw new UnusableModelException(folder + " is no whole Vosk model: " + folder.relativize(file)
                + " is no list of" + " settings; " + WHERE);
    }

    private static long size(Path file) throws UnusableModelException {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UnusableModelException(file + " cannot be read (" + e.getMessage() + "); make it readable");
        }
    }
}
