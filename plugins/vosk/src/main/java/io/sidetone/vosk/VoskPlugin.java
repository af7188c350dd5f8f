package io.sidetone.vosk;

import io.sidetone.core.port.plugin.PluginContext;
import io.sidetone.core.port.plugin.RecognizerPlugin;
import io.sidetone.core.port.plugin.UnusableOptionException;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.setting.Altered;
import java.nio.file.Path;

/** Recognition by Vosk. */
public final class VoskPlugin implements RecognizerPlugin<VoskOptions> {
    /** Created by {@link java.util.ServiceLoader}. */
    public VoskPlugin() {}

    @Override
    public String name() {
        return "vosk";
    }

    @Override
    public String description() {
        String version = getClass().getPackage().getImplementationVersion();
        return "recognition by Vosk" + (version == null ? "" : ", plugin " + version);
    }

    @Override
    public VoskOptions options() {
        return VoskOptions.of("", Path.of(""));
    }

    @Override
    public RecognizerPlugin.Engine open(VoskOptions options, PluginContext context) throws UnusableOptionException {
        try {
            VoskOptions named = Altered.with(options, "name", context.name(), "model", Path.of(context.model()));
            VoskRecognizer recognizer = VoskRecognizer.load(VoskModel::load, named, context::nowNs);
            recognizer.start();
            return recognizer;
        } catch (UnusableModelException unusable) {
            throw new UnusableOptionException("model", unusable.getMessage());
        }
    }
}
