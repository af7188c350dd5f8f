package io.sidetone.config.subscriber;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.Secret;
import io.sidetone.config.value.ValueRule;

/** A secret that cannot be guessed. */
public final class LongSecret implements ValueRule<Secret, Secret> {
    private static final int SHORTEST = 16;

    @Override
    public Secret apply(Secret secret, String path, Problems problems) {
        if (secret.value().length() < SHORTEST) {
            problems.add(
                    path,
                    "has " + secret.value().length() + " characters, which can be guessed; " + SHORTEST
                            + " are the least",
                    "use a random secret, for example 'openssl rand -hex 24'");
        }
        return secret;
    }
}
