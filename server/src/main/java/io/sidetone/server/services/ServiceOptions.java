package io.sidetone.server.services;

import io.sidetone.config.binding.OptionReader;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.problem.ConfigException;

/** Reads {@code engines.NAME.options} for one type and role; an unknown name is an error. */
final class ServiceOptions {
    private ServiceOptions() {}

    /**
     * Returns {@code usual} with what the options of {@code engine} say.
     *
     * @throws IllegalArgumentException for options that it does not have and values that are wrong, in words, all at once
     */
    static <T extends Record> T of(EngineConfig engine, T usual) {
        try {
            return OptionReader.read(path(engine), engine.service().options(), usual);
        } catch (ConfigException wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
    }

    /** Returns where the options stand in the configuration. */
    static String path(EngineConfig engine) {
        return "engines." + engine.name() + ".options";
    }
}
